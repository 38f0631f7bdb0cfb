import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/shared/release/discovery-document.ts'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../database/tables.ts'

/** The document of a site where nothing was published. */
export const noDocument: DiscoveryDocument = { schemaVersion: 1, revision: 0, shell: null, remotes: {} }

/** The newest document; revision 0 with nothing in it where nothing was published. */
export async function readDocument(db: Kysely<Tables>): Promise<DiscoveryDocument> {
  const row = await db
    .selectFrom('document')
    .select('body')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? noDocument : v.parse(DiscoveryDocumentSchema, JSON.parse(row.body))
}

/** An earlier document, as it was; null: there was none of that revision. */
export async function readRevision(db: Kysely<Tables>, revision: number): Promise<DiscoveryDocument | null> {
  const row = await db
    .selectFrom('document')
    .select('body')
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row === undefined ? null : v.parse(DiscoveryDocumentSchema, JSON.parse(row.body))
}
