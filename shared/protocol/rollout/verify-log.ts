import type * as v from 'valibot'
import { findTampering, getHeadMessage, isSignedWith, type Tampering } from './audit-chain.ts'
import type { AuditEvent, AuditHead, EventsSchema } from './rollout-api.ts'

/** Reads every event after `since`. `readPage` requests those after a number. */
export async function readEvents(
  readPage: (since: number) => Promise<v.InferOutput<typeof EventsSchema>>,
  since = 0,
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (;;) {
    const page = await readPage(events.at(-1)?.seq ?? since)
    events.push(...page.events)
    if (page.events.length === 0 || (events.at(-1)?.seq ?? 0) >= page.last) return events
  }
}

interface StatedLog {
  /** Requested before the events: those that are written in the meantime are part of both. */
  readonly head: AuditHead
  readonly events: readonly AuditEvent[]
  /** Trusted keys; missing: the one that the site reports. */
  readonly keys?: readonly string[] | null
  /** Events that were in the log when it was last verified. */
  readonly noted?: readonly Pick<AuditEvent, 'seq' | 'hash'>[]
}

/** Returns where a whole log was tampered with; null: it is intact, and the newest event that the site has recorded is in it. */
export async function verifyLog({ head, events, keys, noted = [] }: StatedLog): Promise<Tampering | null> {
  const { seq, hash, key, signature } = head
  const trusted = keys ?? [key]
  const isStated = await isSignedWith(trusted, { message: getHeadMessage(head), signature })
  if (isStated) return findTampering({ events, keys: trusted, known: [{ seq, hash }, ...noted] })
  const why =
    keys == null
      ? `the site's statement about event ${seq} isn't signed with its key ${key}`
      : `the site signs with the key ${key}, which is not the one passed with --key`
  return { seq, why }
}

/** The first event that is signed; those before it are older than signatures. */
export function getFirstSigned(events: readonly AuditEvent[]): number {
  return events.find(({ signature }) => signature !== null)?.seq ?? 1
}
