import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './choose-encoding.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const brotliQuality = { quick: 5, best: constants.BROTLI_MAX_QUALITY } as const

/** Compresses a body in zlib's threads: quickly, because somebody is waiting, or a tenth smaller in twenty times as long. */
export async function compress(
  identity: Buffer,
  encoding: Encoding,
  quality: keyof typeof brotliQuality = 'quick',
): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(identity)
  if (encoding === 'identity') return identity
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return compressBrotli(identity, {
    params: { [BROTLI_PARAM_QUALITY]: brotliQuality[quality], [BROTLI_PARAM_SIZE_HINT]: identity.length },
  })
}
