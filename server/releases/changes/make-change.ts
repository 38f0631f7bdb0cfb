import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import type { systemActors, Token } from '@portico/protocol/tokens/token-api.ts'
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { appendEvents, type NewAuditEvent } from './append-events.ts'
import { recordHead } from './audit-head.ts'
import { readDiscovery, writeRevision } from './discovery-repository.ts'
import { requireActiveToken } from './require-active-token.ts'

/** Who makes a change: the site itself, or the holder of a token. */
export type Actor = Pick<Token, 'id' | 'name'> | typeof systemActors.site | typeof systemActors.startup

export interface Change {
  readonly trx: Db
  /** Name of a token, or one of `systemActors`. */
  readonly by: string
  /** The document including this change's revisions; nothing else can change it in the meantime. */
  readonly document: DiscoveryDocument
  readonly at: number
  /** Sets the document of the next revision; its number is assigned. */
  revise(document: DiscoveryDocument): void
  audit(event: NewAuditEvent): void
}

const lockKey = 7_076_105 // any number that nothing else locks

/**
 * Makes one change completely or not at all: what `work` writes, its audit events and the next revision of the document
 * are one transaction. Changes run one at a time, including those of other servers, so that revisions and events
 * have no gaps. Throws `token-invalid` if the actor's token was revoked or has expired since its request arrived.
 */
export async function makeChange<T>(
  services: ReleaseStorage,
  actor: Actor,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const events: NewAuditEvent[] = []
  const { secret } = services.configuration
  const by = typeof actor === 'string' ? actor : actor.name
  const result = await services.db.transaction().execute(async (trx) => {
    await acquireLock(trx)
    if (typeof actor !== 'string') await requireActiveToken(trx, actor.id)
    const before = await readDiscovery(trx)
    let after = before
    const at = Date.now()
    const result = await work({
      trx,
      by,
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
    await appendEvents(trx, events, { at, by, revision, secret })
    return result
  })
  // The change has been committed, so it doesn't fail here: the audit log records its head again, and logs why it
  // couldn't.
  if (events.length > 0) await recordHead(services).catch(() => {})
  return result
}

// SQLite starts every transaction with its single write lock.
async function acquireLock(trx: Db): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
}
