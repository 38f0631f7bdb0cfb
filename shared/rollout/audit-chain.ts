import type { AuditEvent } from './rollout-api.ts'

/** The previous hash of the first event. */
export const genesisHash = '0'.repeat(64)

/** Returns the SHA-256 hash, in hexadecimal, of an event's fields and the previous event's hash. */
export async function hashEvent(event: Omit<AuditEvent, 'hash'>): Promise<string> {
  const { previous, seq, at, by, what, remote, rollout, before, after, reason, revision } = event
  const text = JSON.stringify([
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
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Returns the first event that was changed or whose predecessor was removed, with the reason; null: the chain is intact.
 * `after` is the event before the first of `events`; by default they must start with the very first event.
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
      return { seq: event.seq, why: `event ${event.seq} doesn't match the hash of event ${last.seq}` }
    if (event.hash !== (await hashEvent(event)))
      return { seq: event.seq, why: `event ${event.seq} has been changed` }
    last = event
  }
  return null
}
