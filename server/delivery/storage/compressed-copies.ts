import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { type CompressedExtension, compressible, encodings } from '@portico/shared/release/compression.ts'

const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const zip = promisify(gzip)
const unzip = promisify(gunzip)

/**
 * The compressed copies of a file by their ending; none where it would not get smaller. Takes what was made before,
 * by the build or another server, where that unpacks to exactly this file.
 */
export async function compressedCopies(
  name: string,
  bytes: Buffer,
  made: (ending: CompressedExtension) => Promise<Buffer | null>,
): Promise<readonly (readonly [CompressedExtension, Buffer])[]> {
  if (!compressible.test(name)) return []
  const mostBytes = { maxOutputLength: bytes.length + 1 }
  const isOf = (unpacked: Promise<Buffer>) =>
    unpacked.then(
      (came) => came.equals(bytes),
      () => false,
    )
  const [br, gz] = await Promise.all([made(encodings.br), made(encodings.gzip)])
  const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } } // quality 11, the best, by default
  return [
    [encodings.br, br !== null && (await isOf(unbrotli(br, mostBytes))) ? br : await brotli(bytes, size)],
    [encodings.gzip, gz !== null && (await isOf(unzip(gz, mostBytes))) ? gz : await zip(bytes, { level: 9 })],
  ]
}
