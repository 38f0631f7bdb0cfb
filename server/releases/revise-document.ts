import { type ReleaseDocument, ReleaseDocumentSchema } from '@portico/shared/release/document.ts'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables.ts'

/** The document of a site where nothing was published. */
export const noDocument: ReleaseDocument = { schemaVersion: 1, revision: 0, shell: null, remotes: {} }

/** The newest document; revision 0 with nothing in it where nothing was published. */
export async function readDocument(db: Kysely<Tables>): Promise<ReleaseDocument> {
  const row = await db
    .selectFrom('document')
    .select('body')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? noDocument : v.parse(ReleaseDocumentSchema, JSON.parse(row.body))
}

const tries = 20 // of writers at one moment one commits and the others read again; twenty at once do not happen

/** Writes the next revision where `change` changes something. Returns what then stands. */
export async function reviseDocument(
  db: Kysely<Tables>,
  change: (document: ReleaseDocument) => ReleaseDocument,
): Promise<ReleaseDocument> {
  for (let tried = 1; ; tried += 1) {
    const before = await readDocument(db)
    const after = { ...change(before), revision: before.revision }
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    const next = { ...after, revision: before.revision + 1 }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('document')
      .values({ revision: next.revision, body: JSON.stringify(next), created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) return next
    if (tried === tries)
      throw new Error(
        `Revision ${next.revision} of the release document was written by others, after ${tries} tries.`,
      )
  }
}
