import { genesisHash, hashEvent } from '@portico/shared/rollout/audit-chain.ts'
import type { AuditEvent } from '@portico/shared/rollout/rollout-api.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** The part of an audit event that its author provides. */
export interface NewAuditEvent
  extends Pick<AuditEvent, 'by' | 'what'>,
    Partial<Pick<AuditEvent, 'remote' | 'rollout' | 'before' | 'after' | 'reason'>> {}

/** Appends events to the audit log, each with the hash of the previous one. */
export async function appendEvents(
  trx: Kysely<Tables>,
  events: readonly NewAuditEvent[],
  { at, revision }: { readonly at: number; readonly revision: number | null },
): Promise<void> {
  if (events.length === 0) return
  let last = await readLastEvent(trx)
  for (const {
    by,
    what,
    remote = null,
    rollout = null,
    before = null,
    after = null,
    reason = null,
  } of events) {
    const content = { seq: last.seq + 1, at, by, what, remote, rollout, before, after, reason, revision }
    const event = { ...content, previous: last.hash }
    const hash = await hashEvent(event)
    const row = { ...event, before: JSON.stringify(before), after: JSON.stringify(after), hash }
    await trx.insertInto('event').values(row).execute()
    last = { seq: event.seq, hash }
  }
}

async function readLastEvent(trx: Kysely<Tables>): Promise<{ seq: number; hash: string }> {
  const row = await trx
    .selectFrom('event')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { seq: 0, hash: genesisHash }
}
