import type { AuditEvent } from './rollout-api.ts'

/** What stands before the first event. */
export const genesisHash = '0'.repeat(64)

/** SHA-256 in hexadecimal digits over everything that the event says and the hash of the one before. */
export async function hashEvent(event: Omit<AuditEvent, 'hash'>): Promise<string> {
  const { previous, seq, at, by, what, remote, rollout, before, after, reason, revision } = event
  const said = JSON.stringify([
    previous,
    seq,
    at,
    by,
    what,
    remote,
    rollout,
    before ?? null,
    after ?? null,
    reason,
    revision,
  ])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(said))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The first event that was changed, or whose predecessor was removed, with a sentence; null: the chain is whole.
 * `after` is the event before the first of `events`; without it they have to begin at the first of all.
 */
export async function findBrokenEvent(
  events: readonly AuditEvent[],
  after: Pick<AuditEvent, 'seq' | 'hash'> = { seq: 0, hash: genesisHash },
): Promise<{ readonly seq: number; readonly why: string } | null> {
  let last = after
  for (const event of events) {
    const expected = last.seq + 1
    if (event.seq !== expected)
      return { seq: expected, why: `event ${expected} is missing: ${event.seq} follows ${last.seq}` }
    if (event.previous !== last.hash)
      return { seq: event.seq, why: `event ${event.seq} does not follow the event ${last.seq} that is here` }
    if (event.hash !== (await hashEvent(event)))
      return { seq: event.seq, why: `event ${event.seq} says something else than when it was written` }
    last = event
  }
  return null
}
