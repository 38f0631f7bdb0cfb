import { genesisHash, getEventMessage, hashEvent } from '@portico/protocol/rollout/audit-chain.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import type { Db } from '../../database/tables.ts'
import { deriveAuditKey } from './audit-key.ts'

/** The part of an audit event that its author provides. */
export interface NewAuditEvent
  extends Pick<AuditEvent, 'what'>,
    Partial<Pick<AuditEvent, 'remote' | 'rollout' | 'before' | 'after' | 'reason'>> {}

interface AppendOptions {
  readonly at: number
  readonly by: string
  readonly revision: number | null
  readonly secret: string
}

/** Appends events to the audit log, each with the hash of the previous one and a signature. */
export async function appendEvents(
  trx: Db,
  events: readonly NewAuditEvent[],
  { at, by, revision, secret }: AppendOptions,
): Promise<void> {
  if (events.length === 0) return
  const key = deriveAuditKey(secret)
  let last = await readLastEvent(trx)
  for (const { what, remote = null, rollout = null, before = null, after = null, reason = null } of events) {
    const content = { seq: last.seq + 1, at, by, what, remote, rollout, before, after, reason, revision }
    const event = { ...content, previous: last.hash }
    const hash = await hashEvent(event)
    const signature = key.sign(getEventMessage({ hash }))
    const row = { ...event, before: JSON.stringify(before), after: JSON.stringify(after), hash, signature }
    await trx.insertInto('event').values(row).execute()
    last = { seq: event.seq, hash, signature }
  }
}

type LastEvent = Pick<AuditEvent, 'seq' | 'hash' | 'signature'>

/** The newest event of the audit log; number 0 if it is empty. */
export async function readLastEvent(db: Db): Promise<LastEvent> {
  const row = await db
    .selectFrom('event')
    .select(['seq', 'hash', 'signature'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { seq: 0, hash: genesisHash, signature: null }
}
