import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { IntegritySchema } from '@portico/kit/contract/release-file.ts'
import { computeIntegrity, hasIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import * as v from 'valibot'
import type { NamedRelease, ReadFile } from './release-store.ts'

/** The deltas of a release are next to its files; none of them can have this name. */
export const deltasFile = '.deltas.json'

/** Matches what browsers load: HTML and data that only the server reads have no deltas. */
const loadedByBrowsers = /\.(?:js|css|svg|png|jpe?g|gif|webp|avif|woff2?)$/
// A Brotli copy has about a third of the bytes, so a larger delta isn't worth storing.
const maxShare = 0.15
const smallBytes = 128 // a delta of a file without any change has about 60

const compress = promisify(zstdCompress)

// RFC 9842, section 5: a skippable Zstandard frame, which contains the hash of the dictionary.
const frameHeader = Buffer.from('5e2a4d1820000000', 'hex')

/** Whether browsers may keep a file as the dictionary of its successor. */
export function canBeDictionary(file: string): boolean {
  return loadedByBrowsers.test(file)
}

const DeltasSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(
    v.string(),
    v.array(
      v.strictObject({
        /** Integrity hash of the file that it is applied to. */
        dictionary: IntegritySchema,
        /** Integrity hash of the delta itself. */
        integrity: IntegritySchema,
        content: v.pipe(v.string(), v.base64()),
      }),
    ),
  ),
)

/** A previous release: browsers may have its files. */
export interface Predecessor extends Pick<NamedRelease, 'files'> {
  readonly read: ReadFile
}

/**
 * Computes the content of a release's deltas file: the deltas from each file of `predecessors` to the file of the same
 * name, if they are small. Missing and damaged files of predecessors are skipped. null: there are no predecessors.
 */
export async function createDeltas(
  { files, read }: Predecessor,
  predecessors: readonly Predecessor[],
): Promise<Buffer | null> {
  if (predecessors.length === 0) return null
  const deltas: v.InferOutput<typeof DeltasSchema> = {}
  for (const file of Object.keys(files).filter(canBeDictionary)) {
    const bytes = await read(file)
    if (bytes === null) continue
    const found = new Map<string, v.InferOutput<typeof DeltasSchema>[string][number]>()
    for (const predecessor of predecessors) {
      const base = await readIntact(predecessor, file)
      const dictionary = base && computeIntegrity(base)
      if (base === null || dictionary === null || found.has(dictionary)) continue
      const delta = await encodeDelta(bytes, base)
      if (delta.length > Math.max(smallBytes, bytes.length * maxShare)) continue
      found.set(dictionary, {
        dictionary,
        integrity: computeIntegrity(delta),
        content: delta.toString('base64'),
      })
    }
    if (found.size > 0) deltas[file] = [...found.values()]
  }
  return Buffer.from(JSON.stringify(deltas))
}

async function readIntact({ files, read }: Predecessor, file: string): Promise<Buffer | null> {
  const integrity = files[file]?.integrity
  const bytes = integrity === undefined ? null : await read(file)
  return bytes !== null && integrity !== undefined && hasIntegrity(bytes, integrity) ? bytes : null
}

/** Deltas by file, then by the integrity hash of their dictionary. */
export type Deltas = ReadonlyMap<string, ReadonlyMap<string, Buffer>>

/** Parses a deltas file; skips damaged deltas. */
export function parseDeltas(content: Buffer | null): Deltas {
  const parsed = v.safeParse(DeltasSchema, content?.toString())
  const entries = parsed.success ? Object.entries(parsed.output) : []
  return new Map(
    entries.map(([file, deltas]) => {
      const decoded = deltas.map(({ content, ...hashes }) => ({
        ...hashes,
        bytes: Buffer.from(content, 'base64'),
      }))
      const intact = decoded.filter(({ bytes, integrity }) => hasIntegrity(bytes, integrity))
      return [file, new Map(intact.map(({ dictionary, bytes }) => [dictionary, bytes]))]
    }),
  )
}

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
  return Buffer.concat([frameHeader, createHash('sha256').update(dictionary).digest(), frame])
}
