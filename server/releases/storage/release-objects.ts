import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { compressible, encodings } from '@portico/protocol/release/compression.ts'
import pLimit from 'p-limit'
import { readFileIfExists } from './folder-store.ts'
import type { NamedRelease, StoredUpload, Upload } from './release-store.ts'
import { type Bucket, StoreUnavailableError } from './s3-bucket.ts'

const completeMarker = '.whole' // written last; no file of a release can have this name
// A publish that is still running has written objects that no record names yet.
const minAgeMs = 24 * 3_600_000
const concurrency = 8 // a release has about a hundred small objects, each of them a round trip

export type ReleaseObjects = ReturnType<typeof createReleaseObjects>

/**
 * The objects of releases in `bucket`. Every set of bytes has its own keys, so that two publishers of the same name
 * never overwrite each other's files; and an upload that finds existing objects gets new keys, because those may be
 * about to be removed.
 */
export function createReleaseObjects(bucket: Bucket) {
  return {
    /** A name under which nothing is stored yet; null: the one derived from the files. */
    async findFreeUpload(release: NamedRelease): Promise<string | null> {
      for await (const _ of bucket.list(getKey({ ...release, upload: null })))
        return randomBytes(8).toString('hex')
      return null
    },
    has: (release: NamedRelease) => bucket.has(getKey(release) + completeMarker),
    async upload(release: NamedRelease, folder: string): Promise<void> {
      const key = getKey(release)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name))
      await forEach(files, async (file) => {
        const bytes = await readFileIfExists(file)
        if (bytes !== null) await putSafely(bucket, key + relative(folder, file).split(sep).join('/'), bytes)
      })
      await putSafely(bucket, key + completeMarker, Buffer.alloc(0))
    },
    /** A file of a stored release; null: there is none of that name. */
    get: (release: NamedRelease, name: string) => bucket.get(getKey(release) + name),
    /** Files and their compressed copies by name, as they are stored. */
    async fetch(release: NamedRelease): Promise<ReadonlyMap<string, Buffer | null>> {
      const fetched = new Map<string, Buffer | null>()
      await forEach(getObjectNames(release), async (name) => {
        fetched.set(name, await bucket.get(getKey(release) + name))
      })
      return fetched
    },
    getUpload,
    async remove({ app, id, upload }: Upload): Promise<void> {
      for await (const { key } of bucket.list(`${app}/${id}/${upload}/`)) await bucket.delete(key)
    },
    /** Uploads of which every object is at least a day old. */
    async list(): Promise<StoredUpload[]> {
      const found = new Map<string, StoredUpload>()
      for await (const { key, ageMs } of bucket.list()) {
        const [app = '', id = '', upload = '', ...file] = key.split('/')
        if (file.length === 0) continue // the remote kits are next to the releases
        const prefix = `${app}/${id}/${upload}`
        const youngest = Math.min(ageMs, found.get(prefix)?.ageMs ?? ageMs)
        found.set(prefix, { app, id, upload, ageMs: youngest })
      }
      return [...found.values()].filter((upload) => upload.ageMs > minAgeMs)
    },
  }
}

/**
 * Reads back what it stores and throws a StoreUnavailableError if that differs: a store that confirms lost data would
 * lose an acknowledged release.
 */
export async function putSafely(bucket: Bucket, key: string, bytes: Buffer): Promise<void> {
  await bucket.put(key, bytes)
  if ((await bucket.get(key))?.equals(bytes)) return
  throw new StoreUnavailableError(
    `RELEASE_STORE has confirmed ${key}, but has lost or changed it. Check the store, and try again.`,
  )
}

function getObjectNames({ files }: NamedRelease): string[] {
  const extensions = ['', ...Object.values(encodings)]
  return Object.keys(files).flatMap((name) =>
    compressible.test(name) ? extensions.map((extension) => name + extension) : [name],
  )
}

async function forEach<T>(all: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  await pLimit(concurrency).map(all, task)
}

function getUpload({ app, id, files, upload }: NamedRelease): Upload {
  return { app, id, upload: upload ?? getDigest(files) }
}

/** `<app>/<id>/<upload>/` */
function getKey(release: NamedRelease): string {
  const { app, id, upload } = getUpload(release)
  return `${app}/${id}/${upload}/`
}

function getDigest(files: NamedRelease['files']): string {
  const sorted = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16)
}
