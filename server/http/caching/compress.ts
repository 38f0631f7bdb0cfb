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

/** Compresses the beginning of a body with Brotli, in zlib's threads, for `endBrotli`. */
export function compressBeginning(identity: Buffer): Promise<Buffer> {
  const options = { ...getBrotliOptions(identity), finishFlush: constants.BROTLI_OPERATION_FLUSH }
  return limit(() => compressBrotli(identity, options))
}

function getBrotliOptions({ length }: Buffer): BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return { params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: length } }
}
