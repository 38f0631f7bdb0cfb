import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { compressible, encodings } from '@portico/shared/release/compression.ts'
import { takeTurns } from '../../http/concurrency-limiter.ts'
import { readIfThere } from './folder-store.ts'
import type { NamedRelease, ReleaseName } from './release-store.ts'
import type { Bucket } from './s3-bucket.ts'

const marker = '.whole' // written last; no file of a release can have this name
// A publish that is going on at this moment has written objects of which nobody knows yet.
const youngMs = 24 * 3_600_000
const atOnce = 8 // a release has some hundred small objects, and each is a way there and back

/**
 * The objects of releases in a bucket. Every set of bytes has keys of its own, so that of two publishers of one name
 * neither overwrites the other's.
 */
export interface ReleaseObjects {
  /** Whether a release is there whole. */
  has(release: NamedRelease): Promise<boolean>
  /** Stores every file below `folder`. */
  upload(release: NamedRelease, folder: string): Promise<void>
  /** Files and their compressed copies by name, as they are there. */
  fetch(release: NamedRelease): Promise<ReadonlyMap<string, Buffer | null>>
  /** Removes whatever is there of a name. */
  remove(name: ReleaseName): Promise<void>
  /** Names of which something has been there for a day. */
  names(): Promise<ReleaseName[]>
}

/** The objects of releases in `bucket`. */
export function releaseObjects(bucket: Bucket): ReleaseObjects {
  return {
    has: (release) => bucket.has(keyOf(release) + marker),
    async upload(release, folder) {
      const key = keyOf(release)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
      await inTurns(files, async (file) => {
        const bytes = await readIfThere(file)
        if (bytes !== null) await bucket.put(key + relative(folder, file).split(sep).join('/'), bytes)
      })
      await bucket.put(key + marker, Buffer.alloc(0))
    },
    async fetch(release) {
      const fetched = new Map<string, Buffer | null>()
      await inTurns(namesOf(release), async (name) => {
        fetched.set(name, await bucket.get(keyOf(release) + name))
      })
      return fetched
    },
    async remove({ app, id }) {
      for await (const { key } of bucket.list(`${app}/${id}/`)) await bucket.delete(key)
    },
    async names() {
      const found = new Map<string, ReleaseName>()
      for await (const { key, writtenAt } of bucket.list()) {
        const [app = '', id = ''] = key.split('/')
        if (writtenAt < Date.now() - youngMs) found.set(`${app}/${id}`, { app, id })
      }
      return [...found.values()]
    },
  }
}

function namesOf({ files }: NamedRelease): string[] {
  const endings = ['', ...Object.values(encodings)]
  return Object.keys(files).flatMap((name) =>
    compressible.test(name) ? endings.map((ending) => name + ending) : [name],
  )
}

async function inTurns<T>(all: readonly T[], task: (one: T) => Promise<void>): Promise<void> {
  const turns = takeTurns(atOnce)
  await Promise.all(all.map((one) => turns(() => task(one))))
}

/** `<app>/<id>/<digest of its files>/` */
function keyOf({ app, id, files }: NamedRelease): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
  return `${app}/${id}/${digest.slice(0, 16)}/`
}
