import type { AuditEvent, AuditHead } from './rollout-api.ts'

/** The previous hash of the first event. */
export const genesisHash = '0'.repeat(64)

/** Returns the SHA-256 hash, in hexadecimal, of an event's fields and the previous event's hash. */
export async function hashEvent(event: Omit<AuditEvent, 'hash' | 'signature'>): Promise<string> {
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

/** The text whose Ed25519 signature an event carries. */
export function getEventMessage({ hash }: Pick<AuditEvent, 'hash'>): string {
  return `portico audit event\n${hash}`
}

/** The text whose signature the newest event's record carries; `at` says when the site stated it. */
export function getHeadMessage({ seq, hash, at }: Pick<AuditHead, 'seq' | 'hash' | 'at'>): string {
  return `portico audit head\n${seq}\n${hash}\n${at}`
}

/** Whether `signature` is a signature of `message` with one of the public keys (all in base64url). */
export async function isSignedWith(
  keys: readonly string[],
  { message, signature }: { readonly message: string; readonly signature: string },
): Promise<boolean> {
  for (const x of keys) {
    const key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, [
      'verify',
    ])
    const isValid = await crypto.subtle.verify(
      'Ed25519',
      key,
      decode(signature),
      new TextEncoder().encode(message),
    )
    if (isValid) return true
  }
  return false
}

interface AuditLog {
  /** From the first event to the newest. */
  readonly events: Iterable<AuditEvent> | AsyncIterable<AuditEvent>
  /** Trusted public keys of the site. */
  readonly keys: readonly string[]
  /** Events that must be in the log: the newest that the site has recorded outside its database, and any others known. */
  readonly known: readonly Pick<AuditEvent, 'seq' | 'hash'>[]
}

export interface Tampering {
  readonly seq: number
  readonly why: string
}

/**
 * Returns the first event that was changed, added, moved or removed, with the reason; null: the log is intact. Events at
 * the start may be unsigned, from the time before signatures: the first signed event contains the hash of all of them.
 */
export async function findTampering({ events, keys, known }: AuditLog): Promise<Tampering | null> {
  let last: Pick<AuditEvent, 'seq' | 'hash'> = { seq: 0, hash: genesisHash }
  let isSigned = false
  const found = new Map<number, string>()
  for await (const event of events) {
    const why = (await checkChain(event, last)) ?? (await checkSignature(event, keys, isSigned))
    if (why !== null) return { seq: Math.min(event.seq, last.seq + 1), why }
    isSigned = event.signature !== null
    last = event
    if (known.some(({ seq }) => seq === event.seq)) found.set(event.seq, event.hash)
  }
  if (last.seq > 0 && !isSigned)
    return { seq: last.seq, why: 'no event has a signature; restart the site, which then signs the log' }
  return findUnknown(known, found, last.seq)
}

async function checkChain(event: AuditEvent, last: Pick<AuditEvent, 'seq' | 'hash'>): Promise<string | null> {
  const expected = last.seq + 1
  if (event.seq !== expected) return `event ${expected} is missing: ${event.seq} follows ${last.seq}`
  if (event.previous !== last.hash)
    return `event ${event.seq} doesn't follow event ${last.seq}: one of them was changed, moved or added`
  return event.hash === (await hashEvent(event)) ? null : `event ${event.seq} was changed`
}

async function checkSignature(
  event: AuditEvent,
  keys: readonly string[],
  isSigned: boolean,
): Promise<string | null> {
  const { seq, signature } = event
  if (signature === null)
    return isSigned ? `event ${seq} has no signature: it wasn't written by this site` : null
  return (await isSignedWith(keys, { message: getEventMessage(event), signature }))
    ? null
    : `event ${seq} isn't signed with the site's key: it was changed or added without the key. If SITE_SECRET was replaced after it, pass the keys of both secrets: --key <new>,<old>`
}

function findUnknown(
  known: AuditLog['known'],
  found: ReadonlyMap<number, string>,
  last: number,
): Tampering | null {
  for (const { seq, hash } of known) {
    if (seq > last)
      return {
        seq: last + 1,
        why: `the newest events are missing: the log ends with event ${last}, but event ${seq} was recorded`,
      }
    if (seq > 0 && found.get(seq) !== hash)
      return { seq, why: `event ${seq} isn't the one that was recorded: the log was replaced from there on` }
  }
  return null
}

function decode(base64url: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0))
}
