import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Services } from '../../services.ts'
import { readDiscovery, writeRevision } from '../discovery/discovery-repository.ts'
import { appendEvents, type NewAuditEvent } from './append-events.ts'
import { recordHead } from './audit-head.ts'

/** One change of what is released, while it is in progress. */
export interface Change {
  readonly trx: Kysely<Tables>
  /** The document including this change's revisions; nothing else can change it in the meantime. */
  readonly document: DiscoveryDocument
  /** Milliseconds since 1970. */
  readonly at: number
  /** Sets the document of the next revision; its number is assigned. */
  revise(document: DiscoveryDocument): void
  /** Appends an event to the audit log. */
  audit(event: NewAuditEvent): void
}

const lockKey = 7_076_105 // any number that nothing else locks

/**
 * Makes one change completely or not at all: what `work` writes, its audit events and the next revision of the document
 * are one transaction. Changes run one at a time, including those of other servers, so that revisions and events
 * have no gaps.
 */
export async function makeChange<T>(
  services: Pick<Services, 'db' | 'configuration'>,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const events: NewAuditEvent[] = []
  const { secret } = services.configuration
  const result = await services.db.transaction().execute(async (trx) => {
    await acquireLock(trx)
    const before = await readDiscovery(trx)
    let after = before
    const at = Date.now()
    const result = await work({
      trx,
      get document() {
        return after
      },
      at,
      revise: (document) => {
        after = document
      },
      audit: (event) => events.push(event),
    })
    const revision = await writeRevision(trx, { before, after, at })
    await appendEvents(trx, events, { at, revision, secret })
    return result
  })
  // The change has been committed, so it doesn't fail here: the audit log records its head again, and logs why it
  // couldn't.
  if (events.length > 0) await recordHead(services).catch(() => {})
  return result
}

// SQLite starts every transaction with its single write lock.
async function acquireLock(trx: Kysely<Tables>): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
}
