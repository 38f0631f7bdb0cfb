import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileNameShape } from '@portico/kit/contract/release-file.ts'
import { paths } from '@portico/kit/paths.ts'
import { encodings } from '@portico/protocol/release/compression.ts'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import { LRUCache } from 'lru-cache'
import type { Configuration } from '../../configuration/configuration.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import type { EncodedBodies } from '../../http/caching/choose-encoding.ts'
import { immutable } from '../../http/caching/immutable.ts'
import { nothingAllowed } from '../../http/security-headers/security-headers.ts'
import { canBeDictionary, type Deltas, deltasFile, parseDeltas } from '../storage/deltas.ts'
import { getReleasePath, readFileIfExists } from '../storage/folder-store.ts'
import { releaseNameShapes } from '../storage/release-store.ts'

export interface StoredFile {
  readonly bodies: EncodedBodies
  /** Of every response with this file. */
  readonly headers: Readonly<Record<string, string>>
}

export interface FileAddress {
  readonly app: string
  readonly id: string
  readonly file: string
}

const maxDeltas = 50 // releases; the deltas of one have some kilobytes
const defaultMaxBytes = 64 * 1024 * 1024 // a release with its compressed copies has about 1 MB: dozens fit

/**
 * Whether this may be the address of a release file. Checked before anything is read from disk, so that nothing outside the
 * releases can be named.
 */
export function isFileAddress({ app, id, file }: FileAddress): boolean {
  return releaseNameShapes.app.test(app) && releaseNameShapes.id.test(id) && fileNameShape.test(file)
}

interface FileSources extends Pick<Configuration, 'dataDir'> {
  /** null: no worker runs the file; undefined: unknown now. */
  findWorkerPolicy(address: FileAddress): Promise<string | null | undefined>
}

/** Caches up to `maxBytes` of release files in memory; the least recently used are evicted first. */
export function createFileCache({ dataDir, findWorkerPolicy }: FileSources, maxBytes = defaultMaxBytes) {
  const cache = new LRUCache<string, StoredFile>({ maxSize: maxBytes, sizeCalculation: getSize })
  const deltas = createBoundedCache<Deltas>(maxDeltas)
  // Contains only valid addresses, so hits need no check.
  const toKey = ({ app, id, file }: FileAddress) => `${app}/${id}/${file}`
  return {
    /** A file that has been read; null: it hasn't. */
    peek: (address: FileAddress) => cache.get(toKey(address)) ?? null,
    /** What makes a file from the one with the integrity hash `dictionary`, in the content encoding `dcz`; null: no such delta. */
    async readDelta({ app, id, file }: FileAddress, dictionary: string): Promise<Buffer | null> {
      const path = join(getReleasePath(dataDir, { app, id }), deltasFile)
      const cached = deltas.get(path) ?? parseDeltas(await readFileIfExists(path))
      deltas.set(path, cached)
      return cached.get(file)?.get(dictionary) ?? null
    },
    /** null: there is no such file. */
    async read({ app, id, file }: FileAddress): Promise<StoredFile | null> {
      const type = mediaTypes[extname(file)]
      if (!isFileAddress({ app, id, file }) || type === undefined) return null
      const key = toKey({ app, id, file })
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const bodies = await readBodies(join(getReleasePath(dataDir, { app, id }), file))
      if (bodies === null) return null
      const workerPolicy = await findWorkerPolicy({ app, id, file })
      const stored = { bodies, headers: createFileHeaders({ app, id, file, workerPolicy }, type) }
      if (workerPolicy !== undefined) cache.set(key, stored)
      return stored
    },
  }
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

async function readBodies(path: string): Promise<EncodedBodies | null> {
  const read = (file: string) =>
    readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined && absent.has(error.code)) return undefined
      throw error
    })
  const [identity, br, gzip] = await Promise.all([path, path + encodings.br, path + encodings.gzip].map(read))
  return identity === undefined ? null : { identity, br, gzip }
}

function getSize({ bodies }: StoredFile): number {
  const bytes = bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0)
  return Math.max(1, bytes) // the cache requires a positive size
}

interface ServedFile {
  readonly app: string
  readonly id: string
  readonly file: string
  /** Of a script that workers run; null: of no worker; undefined: unknown now. */
  readonly workerPolicy: string | null | undefined
}

/** The headers of every response with a release file, in any encoding. */
function createFileHeaders(
  { app, id, file, workerPolicy }: ServedFile,
  type: string,
): Readonly<Record<string, string>> {
  return {
    'cache-control': workerPolicy === undefined ? 'no-store' : immutable,
    'content-type': type,
    ...nothingAllowed,
    ...(workerPolicy && {
      'content-security-policy': workerPolicy,
      // The operator may approve other origins later. The tag is of the policy, which a 304 would not replace.
      'cache-control': 'public, no-cache',
      etag: `W/"${createHash('sha256').update(workerPolicy).digest('base64url')}"`,
    }),
    // Files are public and loaded with CORS, so that browsers can check their integrity.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    // Players ask for parts, and resume a download. The bytes of a release never change.
    ...(/\.(?:mp4|webm|mp3|pdf)$/.test(file) && { 'accept-ranges': 'bytes', etag: `"${id}"` }),
    ...(file.endsWith('.pdf') && { 'content-disposition': 'attachment' }),
    ...(canBeDictionary(file)
      ? {
          vary: 'accept-encoding, available-dictionary',
          'use-as-dictionary': `match="${paths.releases}/${app}/:release/${file}"`,
        }
      : { vary: 'accept-encoding' }),
  }
}
