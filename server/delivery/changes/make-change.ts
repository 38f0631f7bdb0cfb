import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { genesisHash, hashEvent } from '@portico/shared/rollout/audit-chain.ts'
import type { AuditEvent } from '@portico/shared/rollout/rollout-api.ts'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { readDocument } from '../discovery/discovery-repository.ts'
import { announceRevision } from '../discovery/revision-notices.ts'

/** What an event says; the rest is added when it is written. */
interface Told
  extends Pick<AuditEvent, 'by' | 'what'>,
    Partial<Pick<AuditEvent, 'remote' | 'rollout' | 'before' | 'after' | 'reason'>> {}

/** One change of what is released, while it is being made. */
export interface Change {
  readonly trx: Kysely<Tables>
  /** The document as it stands, with what this change has revised; nobody else changes it meanwhile. */
  readonly document: DiscoveryDocument
  /** Milliseconds since 1970. */
  readonly at: number
  /** Sets the document of the next revision; the revision itself is counted. */
  revise(document: DiscoveryDocument): void
  /** Writes an event into the audit chain. */
  tell(told: Told): void
}

const lockKey = 7_076_105 // any number that nothing else locks

/**
 * Makes one change whole or not at all: what `work` writes, the events that it tells, and the next revision of the
 * document stand in one transaction. Changes happen one after the other, those of other servers too, so that revisions
 * and events are without gaps.
 */
export function makeChange<T>(db: Kysely<Tables>, work: (change: Change) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await waitForTurn(trx)
    const document = await readDocument(trx)
    const told: Told[] = []
    let next = document
    const at = Date.now()
    const result = await work({
      trx,
      get document() {
        return next
      },
      at,
      revise: (revised) => {
        next = revised
      },
      tell: (event) => told.push(event),
    })
    const revision = await writeRevision(trx, document, next, at)
    await writeEvents(trx, told, { at, revision })
    return result
  })
}

// SQLite begins every transaction with its one write lock.
async function waitForTurn(trx: Kysely<Tables>): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
}

/** Writes the next revision where something has changed; null: nothing has. */
async function writeRevision(
  trx: Kysely<Tables>,
  before: DiscoveryDocument,
  after: DiscoveryDocument,
  at: number,
): Promise<number | null> {
  if (JSON.stringify({ ...after, revision: 0 }) === JSON.stringify({ ...before, revision: 0 })) return null
  const revision = before.revision + 1
  const body = JSON.stringify({ ...after, revision })
  await trx.insertInto('document').values({ revision, body, created_at: at }).execute()
  await announceRevision(trx, revision)
  return revision
}

async function writeEvents(
  trx: Kysely<Tables>,
  told: readonly Told[],
  { at, revision }: { readonly at: number; readonly revision: number | null },
): Promise<void> {
  if (told.length === 0) return
  let last = await lastEvent(trx)
  for (const {
    by,
    what,
    remote = null,
    rollout = null,
    before = null,
    after = null,
    reason = null,
  } of told) {
    const said = { seq: last.seq + 1, at, by, what, remote, rollout, before, after, reason, revision }
    const event = { ...said, previous: last.hash }
    const hash = await hashEvent(event)
    const row = { ...event, before: JSON.stringify(before), after: JSON.stringify(after), hash }
    await trx.insertInto('event').values(row).execute()
    last = { seq: event.seq, hash }
  }
}

async function lastEvent(trx: Kysely<Tables>): Promise<{ seq: number; hash: string }> {
  const row = await trx
    .selectFrom('event')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { seq: 0, hash: genesisHash }
}
