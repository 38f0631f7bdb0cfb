import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** How a file may be encoded, best first; the value is the ending of the stored copy. */
export const encodings = { br: '.br', gzip: '.gz' } as const

/** Endings of files that get smaller. */
const compressible = /\.(?:js|css|json|svg|html|txt|xml|webmanifest)$/

type Ending = (typeof encodings)[keyof typeof encodings]

/**
 * The compressed copies of a file by their ending; none where it would not get smaller. Takes what was made before,
 * by the build or another server, where that unpacks to exactly this file.
 */
export async function compressedCopies(
  name: string,
  bytes: Buffer,
  made: (ending: Ending) => Promise<Buffer | null>,
): Promise<readonly (readonly [Ending, Buffer])[]> {
  if (!compressible.test(name)) return []
  const mostBytes = { maxOutputLength: bytes.length + 1 }
  const isOf = (unpacked: Promise<Buffer>) =>
    unpacked.then(
      (came) => came.equals(bytes),
      () => false,
    )
  const [br, gz] = await Promise.all([made('.br'), made('.gz')])
  const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } } // quality 11, the best, by default
  return [
    ['.br', br !== null && (await isOf(unbrotli(br, mostBytes))) ? br : await brotli(bytes, size)],
    ['.gz', gz !== null && (await isOf(unzip(gz, mostBytes))) ? gz : await zip(bytes, { level: 9 })],
  ]
}
