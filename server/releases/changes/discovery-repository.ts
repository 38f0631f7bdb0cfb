import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'
import { notify } from '../../database/change-notifications.ts'
import type { Db } from '../../database/tables.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Every revision of the discovery document, as JSON; visitors get the newest. */
    document: { revision: number; body: string; created_at: number }
  }
}

/** The channel on which PostgreSQL announces new revisions. */
export const revisionChannel = 'portico_revision'

/** The document of a site on which nothing has been published. */
export const emptyDiscovery: DiscoveryDocument = { schemaVersion: 1, revision: 0, shell: null, remotes: {} }

/** The newest revision; the empty document if nothing has been published. */
export async function readDiscovery(db: Db): Promise<DiscoveryDocument> {
  const row = await db
    .selectFrom('document')
    .select('body')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? emptyDiscovery : v.parse(DiscoveryDocumentSchema, JSON.parse(row.body))
}

/** An earlier revision; null: it never existed. */
export async function readRevision(db: Db, revision: number): Promise<DiscoveryDocument | null> {
  const row = await db
    .selectFrom('document')
    .select('body')
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row === undefined ? null : v.parse(DiscoveryDocumentSchema, JSON.parse(row.body))
}

interface Revised {
  readonly before: DiscoveryDocument
  readonly after: DiscoveryDocument
  readonly at: number
}

/** Writes the next revision and notifies the other servers. Returns its number; null: nothing has changed. */
export async function writeRevision(trx: Db, { before, after, at }: Revised): Promise<number | null> {
  if (JSON.stringify({ ...after, revision: 0 }) === JSON.stringify({ ...before, revision: 0 })) return null
  const revision = before.revision + 1
  const body = JSON.stringify({ ...after, revision })
  await trx.insertInto('document').values({ revision, body, created_at: at }).execute()
  await notify(trx, revisionChannel, String(revision))
  return revision
}

/** The discovery document, always at its newest revision. */
export interface Discovery {
  read(): DiscoveryDocument
  /** Checks for a newer revision now. Never rejects. */
  refresh(): Promise<void>
}
