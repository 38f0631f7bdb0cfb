import type { IncomingHttpHeaders } from 'node:http'
import { createBoundedCache } from './bounded-cache.ts'

/** How a body may be encoded. */
export type Encoding = 'identity' | 'br' | 'gzip'

/** A body in each encoding in which it is stored; always includes `identity`. */
export type EncodedBodies = { readonly identity: Buffer } & {
  readonly [encoding in Encoding]?: Buffer | undefined
}

const compressed = ['br', 'gzip'] as const

/** The best of the available encodings that the `Accept-Encoding` header allows (RFC 9110, 12.5.3; a weight only distinguishes zero from the rest). */
export function chooseEncoding(
  accepted: string | undefined,
  available: { readonly [encoding in Encoding]?: unknown },
): Encoding {
  const allowed = listAllowed(accepted)
  return compressed.find((encoding) => available[encoding] && allowed.includes(encoding)) ?? 'identity'
}

const maxKnown = 100 // browsers send a handful of different headers
const maxKnownLength = 100
const maxLength = 1_000 // ten times what any client sends; a longer header is ignored
const known = createBoundedCache<readonly string[]>(maxKnown)

/** The encodings that an `Accept-Encoding` header allows, in lower case. */
export function listAllowed(accepted = ''): readonly string[] {
  if (accepted.length > maxLength) return []
  const parsed = known.get(accepted)
  if (parsed !== undefined) return parsed
  const allowed = parse(accepted)
  if (accepted.length <= maxKnownLength) known.set(accepted, allowed)
  return allowed
}

function parse(accepted: string): string[] {
  return accepted
    .split(',')
    .map((part) => part.split(';').map((text) => text.trim()))
    .filter(([, weight]) => !/^q=0(?:\.0*)?$/i.test(weight ?? ''))
    .map(([name = '']) => name.toLowerCase())
}

/** The content encoding of a Zstandard delta (RFC 9842). */
export const deltaEncoding = 'dcz'

/**
 * The integrity hash of the file that a browser offers as a dictionary (`Available-Dictionary`, RFC 9842), if it accepts a
 * delta in return; otherwise null.
 */
export function getDictionary(headers: IncomingHttpHeaders): string | null {
  const offered = headers['available-dictionary'] // a byte sequence of RFC 9651: base64 between colons
  const [, hash] = typeof offered === 'string' ? (/^:([A-Za-z0-9+/]{43}=):$/.exec(offered) ?? []) : []
  return hash !== undefined && listAllowed(headers['accept-encoding']).includes(deltaEncoding)
    ? `sha256-${hash}`
    : null
}
