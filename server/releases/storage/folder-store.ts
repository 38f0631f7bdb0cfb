import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { computeIntegrity, hasIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { createCompressedCopies, createQuickCopies } from './compressed-copies.ts'
import { deltasFile } from './deltas.ts'
import {
  type GetDeltas,
  InvalidBuildError,
  type NamedRelease,
  type ReadFile,
  type ReleaseName,
  type ReleaseStore,
  type StagedRelease,
} from './release-store.ts'
import { getTemporaryPath } from './temporary-path.ts'

/** Folder of a release's files. */
export function getReleasePath(dataDir: string, { app, id }: ReleaseName): string {
  return join(dataDir, 'releases', app, id)
}

/** Releases in the data folder, each file with Brotli and gzip copies next to it; written to a temporary path and renamed. */
export function createFolderStore(dataDir: string): ReleaseStore {
  const getPath = (release: ReleaseName) => getReleasePath(dataDir, release)
  return {
    async store(read, release, getDeltas) {
      const path = getPath(release)
      if (await isStored(path, release.files)) return
      const staged = await stageRelease(read, path, { ...release, getDeltas })
      await staged.commit().finally(staged.discard)
    },
    stage: (read, release, getDeltas) => stageRelease(read, getPath(release), { ...release, getDeltas }),
    ensureLocal: async (release) => existsSync(getPath(release)),
    importLocal: async () => false,
    isIntact: (release) => isStored(getPath(release), release.files),
    readAll: (release) => readFolder(getPath(release)),
    removeLocal: (release) => rm(getPath(release), { recursive: true, force: true }),
    removeUpload: async () => {},
    getUpload: ({ app, id }) => ({ app, id, upload: '' }),
    listUploads: async () => [], // files of a crashed publish have other names: see removeAbandonedFiles
  }
}

interface StageOptions extends Pick<NamedRelease, 'id' | 'files'> {
  readonly getDeltas?: GetDeltas | undefined
}

async function stageRelease(
  read: ReadFile,
  path: string,
  { id, files, getDeltas = async () => null }: StageOptions,
): Promise<StagedRelease> {
  const folder = getTemporaryPath(path)
  const discard = () => rm(folder, { recursive: true, force: true })
  const compress = isDevVersion(id) ? createQuickCopies : createCompressedCopies
  try {
    for (const [name, { integrity }] of Object.entries(files)) {
      const bytes = await readVerified(read, { name, integrity, release: basename(path) })
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeDurably(join(folder, name), bytes)
      const copies = await compress(name, bytes, (extension) => read(name + extension))
      for (const [extension, copy] of copies) await writeDurably(join(folder, name + extension), copy)
    }
    const deltas = await getDeltas()
    if (deltas !== null) await writeDurably(join(folder, deltasFile), deltas)
  } catch (error) {
    await discard()
    throw error
  }
  return { folder, upload: null, commit: () => commitRelease(folder, path, files), discard }
}

async function isStored(folder: string, files: NamedRelease['files']): Promise<boolean> {
  if (!existsSync(folder)) return false
  const checks = Object.entries(files).map(async ([name, { integrity }]) => {
    const bytes = await readFileIfExists(join(folder, name))
    return bytes !== null && hasIntegrity(bytes, integrity)
  })
  return (await Promise.all(checks)).every(Boolean)
}

interface ExpectedFile {
  readonly name: string
  readonly integrity: string
  readonly release: string
}

async function readVerified(read: ReadFile, { name, integrity, release }: ExpectedFile): Promise<Buffer> {
  const bytes = await read(name)
  const actual = bytes === null ? 'no such file' : computeIntegrity(bytes, integrity)
  if (bytes !== null && actual === integrity) return bytes
  throw new InvalidBuildError(
    `${name} of ${release}: expected ${integrity} (from release.json), got ${actual}. Build again with \`npm run build\`. If that doesn't help, raise the version in its package.json.`,
  )
}

async function commitRelease(folder: string, path: string, files: NamedRelease['files']): Promise<void> {
  try {
    await rename(folder, path)
  } catch (error) {
    if (await isStored(path, files)) return // another process has stored the same release in the meantime
    if (!existsSync(path)) throw error
    await rm(path, { recursive: true }) // damaged: browsers refuse its files because they don't match their hashes
    await rename(folder, path)
  }
}

/** The bytes of a file; null: it doesn't exist. */
export function readFileIfExists(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

/** null: it doesn't exist, or was removed in the meantime. */
async function readFolder(folder: string): Promise<ReadonlyMap<string, Buffer> | null> {
  const files = new Map<string, Buffer>()
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      files.set(relative(folder, file).split(sep).join('/'), await readFile(file))
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  }
  return files
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
