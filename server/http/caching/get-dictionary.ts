import type { IncomingHttpHeaders } from 'node:http'
import { listAllowed } from './choose-encoding.ts'

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
