import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { compressible, encodings } from '@portico/shared/release/compression.ts'
import pLimit from 'p-limit'
import { readFileIfExists } from './folder-store.ts'
import type { NamedRelease, ReleaseName } from './release-store.ts'
import type { Bucket } from './s3-bucket.ts'

const completeMarker = '.whole' // written last; no file of a release can have this name
// A publish that is still running has written objects that no record names yet.
const minAgeMs = 24 * 3_600_000
const concurrency = 8 // a release has about a hundred small objects, each of them a round trip

/**
 * The objects of releases in a bucket. Every set of bytes has its own keys, so that two publishers of the same name
 * never overwrite each other's files.
 */
export interface ReleaseObjects {
  /** Whether a release is stored completely. */
  has(release: NamedRelease): Promise<boolean>
  /** Uploads every file in `folder`. */
  upload(release: NamedRelease, folder: string): Promise<void>
  /** A file of a stored release; null: there is none of that name. */
  get(release: NamedRelease, name: string): Promise<Buffer | null>
  /** Files and their compressed copies by name, as they are stored. */
  fetch(release: NamedRelease): Promise<ReadonlyMap<string, Buffer | null>>
  /** Removes everything stored under a name. */
  remove(name: ReleaseName): Promise<void>
  /** Names under which something has been stored for at least a day. */
  listReleases(): Promise<ReleaseName[]>
}

/** The objects of releases in `bucket`. */
export function createReleaseObjects(bucket: Bucket): ReleaseObjects {
  return {
    has: (release) => bucket.has(getKey(release) + completeMarker),
    async upload(release, folder) {
      const key = getKey(release)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
      await forEach(files, async (file) => {
        const bytes = await readFileIfExists(file)
        if (bytes !== null) await bucket.put(key + relative(folder, file).split(sep).join('/'), bytes)
      })
      await bucket.put(key + completeMarker, Buffer.alloc(0))
    },
    get: (release, name) => bucket.get(getKey(release) + name),
    async fetch(release) {
      const fetched = new Map<string, Buffer | null>()
      await forEach(getObjectNames(release), async (name) => {
        fetched.set(name, await bucket.get(getKey(release) + name))
      })
      return fetched
    },
    async remove({ app, id }) {
      for await (const { key } of bucket.list(`${app}/${id}/`)) await bucket.delete(key)
    },
    async listReleases() {
      const found = new Map<string, ReleaseName>()
      for await (const { key, modifiedAt } of bucket.list()) {
        const [app = '', id = '', ...file] = key.split('/')
        const isRelease = file.length > 0 // the remote kits are beside the releases
        if (isRelease && modifiedAt < Date.now() - minAgeMs) found.set(`${app}/${id}`, { app, id })
      }
      return [...found.values()]
    },
  }
}

function getObjectNames({ files }: NamedRelease): string[] {
  const extensions = ['', ...Object.values(encodings)]
  return Object.keys(files).flatMap((name) =>
    compressible.test(name) ? extensions.map((extension) => name + extension) : [name],
  )
}

async function forEach<T>(all: readonly T[], task: (one: T) => Promise<void>): Promise<void> {
  await pLimit(concurrency).map(all, task)
}

/** `<app>/<id>/<digest of its files>/` */
function getKey({ app, id, files }: NamedRelease): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
  return `${app}/${id}/${digest.slice(0, 16)}/`
}
