import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf, readIfThere } from './folder-store.ts'
import { isSound } from './integrity.ts'
import { PublishError } from './read-builds.ts'
import type { ReleaseObjects } from './release-objects.ts'
import type { NamedRelease, ReadFile, ReleaseStore } from './release-store.ts'
import { BucketError } from './s3-bucket.ts'

interface Parts {
  readonly dataDir: string
  readonly objects: ReleaseObjects
}

/** Releases in an S3-compatible store, and in the data folder those that this machine has needed. */
export function s3Store(local: ReleaseStore, { dataDir, objects }: Parts): ReleaseStore {
  // A build of this machine has the same bytes, as a rule: nothing has to be fetched then.
  const bringFrom = (release: NamedRelease, read: ReadFile) =>
    local.keep(read, release).catch(async () => {
      const fetched = await objects.fetch(release)
      await local.keep(async (name) => fetched.get(name) ?? null, release).catch(refuseOthers)
    })

  /** Reads what stands in the data folder of this machine. */
  const readerOf = ({ app, id }: NamedRelease): ReadFile => {
    return (name) => readIfThere(join(folderOf(dataDir, app, id), name))
  }

  const prepare: ReleaseStore['prepare'] = async (read, release) => {
    const prepared = await local.prepare(read, release)
    const storeOnce = async () => {
      if (!(await objects.has(release))) await objects.upload(release, prepared.folder)
    }
    try {
      await storeOnce()
    } catch (error) {
      await prepared.discard()
      throw error
    }
    const place = async () => {
      await storeOnce() // it may have been collected in between
      await prepared.place()
    }
    return { ...prepared, place }
  }

  const store: ReleaseStore['keep'] = async (read, release) => {
    const prepared = await prepare(read, release)
    await prepared.place().finally(prepared.discard)
  }

  return {
    prepare,
    async keep(read, release) {
      try {
        if (await objects.has(release)) return await bringFrom(release, read)
      } catch (error) {
        if (!(error instanceof BucketError)) throw error
        // The store is away: nothing is missing where this machine has the release whole.
        return local.keep(nothing, release).catch(() => Promise.reject(error))
      }
      // Of a machine that had them in its folder before there was a store.
      const own = readerOf(release)
      const sound = async (name: string) => {
        const bytes = await own(name)
        const expected = release.files[name]?.integrity
        return bytes !== null && (!expected || isSound(bytes, expected)) ? bytes : read(name)
      }
      await store(sound, release)
    },
    async bring(release) {
      if (await local.bring(release)) return true
      if (!(await objects.has(release))) return false
      await bringFrom(release, nothing)
      return true
    },
    async adopt(release) {
      if (!existsSync(folderOf(dataDir, release.app, release.id)) || (await objects.has(release)))
        return false
      await store(readerOf(release), release)
      return true
    },
    async remove(name) {
      await local.remove(name)
      await objects.remove(name)
    },
    names: objects.names,
  }
}

const nothing: ReadFile = async () => null

function refuseOthers(cause: unknown): never {
  if (!(cause instanceof PublishError)) throw cause
  throw new BucketError(`The store has other bytes than were published: ${cause.message}`, { cause })
}
