import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { deltasFile } from './deltas.ts'
import { getReleasePath, readFileIfExists } from './folder-store.ts'
import type { ReleaseObjects } from './release-objects.ts'
import { InvalidBuildError, type NamedRelease, type ReadFile, type ReleaseStore } from './release-store.ts'
import { StoreUnavailableError } from './s3-bucket.ts'

interface Parts {
  readonly dataDir: string
  readonly objects: ReleaseObjects
}

/** Releases in an S3-compatible store, cached in the data folder once this machine needs them. */
export function createS3Store(local: ReleaseStore, { dataDir, objects }: Parts): ReleaseStore {
  // A build on this machine usually has the same bytes, and then nothing has to be downloaded.
  const download = (release: NamedRelease, read: ReadFile) => {
    const getDeltas = () => objects.get(release, deltasFile).catch(() => null) // a site works without them
    return local.store(read, release, getDeltas).catch(async () => {
      const fetched = await objects.fetch(release)
      await local.store(async (name) => fetched.get(name) ?? null, release, getDeltas).catch(toStoreError)
    })
  }

  const stage: ReleaseStore['stage'] = async (read, release, getDeltas) => {
    const staged = await local.stage(read, release, getDeltas)
    try {
      const upload = await objects.findFreeUpload(release)
      await objects.upload({ ...release, upload }, staged.folder)
      return { ...staged, upload }
    } catch (error) {
      await staged.discard()
      throw error
    }
  }

  /** Uploads a published release that the bucket lacks, with the deltas that this machine has, or the given ones. */
  const storeNew: ReleaseStore['store'] = async (read, release, getDeltas = async () => null) => {
    const readDeltas = async () => (await createReader(dataDir, release)(deltasFile)) ?? getDeltas()
    const staged = await local.stage(read, release, readDeltas)
    await objects.upload(release, staged.folder).then(staged.commit).finally(staged.discard)
  }

  return {
    ...local,
    stage,
    async store(read, release, getDeltas) {
      try {
        if (await objects.has(release)) return await download(release, read)
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error
        // Nothing is missing if this machine has the complete release.
        return local.store(readNothing, release).catch(() => Promise.reject(error))
      }
      // This machine may have had the files in its folder before a store was configured.
      await storeNew(preferIntact(createReader(dataDir, release), read, release), release, getDeltas)
    },
    async ensureLocal(release) {
      if (await local.ensureLocal(release)) return true
      if (!(await objects.has(release))) return false
      await download(release, readNothing)
      return true
    },
    async importLocal(release) {
      if (!existsSync(getReleasePath(dataDir, release)) || (await objects.has(release))) return false
      await storeNew(createReader(dataDir, release), release)
      return true
    },
    async readAll(release) {
      const isUploaded = await objects.has(release)
      return isUploaded ? readStored(objects, release) : local.readAll(release)
    },
    removeUpload: objects.remove,
    getUpload: objects.getUpload,
    listUploads: objects.list,
  }
}

const readNothing: ReadFile = async () => null

function createReader(dataDir: string, release: NamedRelease): ReadFile {
  return (name) => readFileIfExists(join(getReleasePath(dataDir, release), name))
}

/** Reads files from `preferred` where they have the bytes of the release. */
export function preferIntact(
  preferred: ReadFile,
  read: ReadFile,
  { files }: Pick<NamedRelease, 'files'>,
): ReadFile {
  return async (name) => {
    const bytes = await preferred(name)
    const expected = files[name]?.integrity
    return bytes !== null && (!expected || hasIntegrity(bytes, expected)) ? bytes : read(name)
  }
}

async function readStored(objects: ReleaseObjects, release: NamedRelease): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [name, bytes] of await objects.fetch(release)) if (bytes !== null) files.set(name, bytes)
  const deltas = await objects.get(release, deltasFile)
  return deltas === null ? files : files.set(deltasFile, deltas)
}

function toStoreError(cause: unknown): never {
  if (!(cause instanceof InvalidBuildError)) throw cause
  throw new StoreUnavailableError(`The store has different bytes than were published: ${cause.message}`, {
    cause,
  })
}
