import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { PublishError } from '../releases/read-builds.ts'
import { folderOf, readIfThere } from './folder-store.ts'
import type { NamedRelease, ReadFile, ReleaseName, ReleaseStore } from './release-store.ts'
import { type Bucket, BucketError } from './s3-bucket.ts'

const marker = '.whole' // written last; no file of a release can have this name
// A publish that is going on at this moment has written objects of which nobody knows yet.
const youngMs = 24 * 3_600_000

interface Parts {
  readonly dataDir: string
  readonly bucket: Bucket
}

/**
 * Releases in an S3-compatible store, and in the data folder those that this machine has needed. Every set of bytes has
 * keys of its own, so that of two publishers of one name neither overwrites the other's; the database says whose is it.
 */
export function s3Store(local: ReleaseStore, { dataDir, bucket }: Parts): ReleaseStore {
  const uploaded = new Set<string>()

  async function isThere(release: NamedRelease): Promise<boolean> {
    const folder = keyOf(release)
    if (uploaded.has(folder)) return true
    if (!(await bucket.has(folder + marker))) return false
    uploaded.add(folder)
    return true
  }

  async function upload(release: NamedRelease, from: string): Promise<void> {
    const entries = await readdir(from, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = join(entry.parentPath, entry.name)
      const bytes = await readIfThere(file)
      if (bytes !== null) await bucket.put(keyOf(release) + relative(from, file).split(sep).join('/'), bytes)
    }
    await bucket.put(keyOf(release) + marker, Buffer.alloc(0))
    uploaded.add(keyOf(release))
  }

  // A build of this machine has the same bytes, as a rule: nothing has to be fetched then.
  const bringFrom = async (release: NamedRelease, read: ReadFile) => {
    const fromStore = (name: string) => bucket.get(keyOf(release) + name)
    await local.keep(read, release).catch(() => local.keep(fromStore, release).catch(refuseOthers))
  }

  const prepare: ReleaseStore['prepare'] = async (read, release) => {
    const { place, ...prepared } = await local.prepare(read, release)
    const store = () => upload(release, prepared.folder)
    try {
      if (!(await isThere(release))) await store()
    } catch (error) {
      await prepared.discard()
      throw error
    }
    return {
      ...prepared,
      async place() {
        if (!(await bucket.has(keyOf(release) + marker))) await store() // collected in between
        await place()
      },
    }
  }

  return {
    prepare,
    async keep(read, release) {
      try {
        if (await isThere(release)) return await bringFrom(release, read)
      } catch (error) {
        if (!(error instanceof BucketError)) throw error
        // The store is away: nothing is missing where this machine has the release whole.
        return local.keep(nothing, release).catch(() => Promise.reject(error))
      }
      // Of a machine that had them in its folder before there was a store.
      const own = (name: string) => readIfThere(join(folderOf(dataDir, release.app, release.id), name))
      const prepared = await prepare(async (name) => (await own(name)) ?? read(name), release)
      await prepared.place().finally(prepared.discard)
    },
    async bring(release) {
      if (await local.bring(release)) return true
      if (!(await isThere(release))) return false
      await bringFrom(release, nothing)
      return true
    },
    async remove({ app, id }) {
      await local.remove({ app, id })
      for (const folder of uploaded) if (folder.startsWith(`${app}/${id}/`)) uploaded.delete(folder)
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

const nothing: ReadFile = async () => null

function refuseOthers(cause: unknown): never {
  if (!(cause instanceof PublishError)) throw cause
  throw new BucketError(`The store has other bytes than were published: ${cause.message}`, { cause })
}

/** `<app>/<id>/<digest of its files>/` */
function keyOf({ app, id, files }: NamedRelease): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
  return `${app}/${id}/${digest.slice(0, 16)}/`
}
