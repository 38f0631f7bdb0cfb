import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { type CompressedExtension, compressible, encodings } from '@portico/protocol/release/compression.ts'

const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)
const decompressGzip = promisify(gunzip)

type CompressedCopies = readonly (readonly [CompressedExtension, Buffer])[]

/** The copy of a file that one browser loads once: gzip takes a fraction of the time of the best Brotli. */
export async function createQuickCopies(name: string, bytes: Buffer): Promise<CompressedCopies> {
  return compressible.test(name) ? [[encodings.gzip, await compressGzip(bytes)]] : []
}

/**
 * The compressed copies of a file by extension; none if its type doesn't compress. Reuses an existing copy, made by the
 * build or another server, if it decompresses to exactly this file.
 */
export async function createCompressedCopies(
  name: string,
  bytes: Buffer,
  readCopy: (extension: CompressedExtension) => Promise<Buffer | null>,
): Promise<CompressedCopies> {
  if (!compressible.test(name)) return []
  const limit = { maxOutputLength: bytes.length + 1 }
  const matches = (decompressed: Promise<Buffer>) =>
    decompressed.then(
      (actual) => actual.equals(bytes),
      () => false,
    )
  const [br, gz] = await Promise.all([readCopy(encodings.br), readCopy(encodings.gzip)])
  const brotliOptions = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } } // default quality 11, the best
  const isBrValid = br !== null && (await matches(decompressBrotli(br, limit)))
  const isGzValid = gz !== null && (await matches(decompressGzip(gz, limit)))
  return [
    [encodings.br, isBrValid ? br : await compressBrotli(bytes, brotliOptions)],
    [encodings.gzip, isGzValid ? gz : await compressGzip(bytes, { level: 9 })],
  ]
}
