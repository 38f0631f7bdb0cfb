import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import { createConcurrencyLimiter } from '../concurrency-limiter.ts'
import type { Encoding } from './choose-encoding.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const brotliQuality = 5 // someone is waiting

// Of libuv's four threads. When a rollout starts, all pages are compressed anew, and commits and files must not wait for that.
const maxThreads = 2
const limit = createConcurrencyLimiter(maxThreads)

/** Compresses a body in zlib's threads. */
export async function compress(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return limit(() => compressGzip(identity))
  if (encoding === 'identity') return identity
  return limit(() => compressBrotli(identity, getBrotliOptions(identity)))
}

/** Keeps each encoding of a body for as long as its owner is in use. */
export function createEncodedBodies<Owner extends object>(toBody: (owner: Owner) => Buffer) {
  const known = new WeakMap<Owner, Map<Encoding, Promise<Buffer>>>()
  return (owner: Owner, encoding: Encoding): Promise<Buffer> => {
    const bodies = known.get(owner) ?? new Map<Encoding, Promise<Buffer>>()
    known.set(owner, bodies)
    const body = bodies.get(encoding) ?? compress(toBody(owner), encoding)
    bodies.set(encoding, body)
    return body
  }
}

/** Compresses the beginning of a body with Brotli, in zlib's threads, for `endBrotli`. */
export function compressBeginning(identity: Buffer): Promise<Buffer> {
  const options = { ...getBrotliOptions(identity), finishFlush: constants.BROTLI_OPERATION_FLUSH }
  return limit(() => compressBrotli(identity, options))
}

function getBrotliOptions({ length }: Buffer): BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return { params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: length } }
}

const maxBlockBytes = 65_536 // what the shortest kind of length can say

/**
 * Ends a Brotli stream that was flushed, with `tail` as it is: many responses can share the compressed part before. The tail is in
 * uncompressed meta-blocks, and an empty last one ends the stream (RFC 7932, section 9.2).
 */
export function endBrotli(flushed: Uint8Array, tail: Uint8Array): Buffer {
  const parts: Uint8Array[] = [flushed]
  for (let start = 0; start < tail.length; start += maxBlockBytes) {
    const block = tail.subarray(start, start + maxBlockBytes)
    parts.push(writeHeader(block.length), block)
  }
  parts.push(emptyLastBlock)
  return Buffer.concat(parts)
}

const emptyLastBlock = Uint8Array.of(0b11)

/** From the lowest bit: not the last block, a length of four nibbles, the length less one, uncompressed; then up to a whole byte. */
function writeHeader(length: number): Uint8Array {
  const bits = ((length - 1) << 3) | (1 << 19)
  return Uint8Array.of(bits & 0xff, (bits >> 8) & 0xff, bits >> 16)
}
