import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

const compress = promisify(zstdCompress)

// RFC 9842, section 5: a skippable Zstandard frame, which contains the hash of the dictionary.
const header = Buffer.from('5e2a4d1820000000', 'hex')

/**
 * Encodes `bytes` as the content encoding `dcz` (RFC 9842) for browsers that have `dictionary`, usually the file of the
 * previous release. Runs outside the event loop.
 */
export async function encodeDelta(bytes: Buffer, dictionary: Buffer): Promise<Buffer> {
  const frame = await compress(bytes, {
    dictionary,
    pledgedSrcSize: bytes.length,
    params: { [constants.ZSTD_c_compressionLevel]: 19 },
  })
  return Buffer.concat([header, createHash('sha256').update(dictionary).digest(), frame])
}
