import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { compressedCopies } from './compressed-copies.ts'
import { integrityOf, isSound } from './integrity.ts'
import { PublishError } from './read-builds.ts'
import type { NamedRelease, PreparedRelease, ReadFile, ReleaseName, ReleaseStore } from './release-store.ts'
import { besideOf } from './temporary-path.ts'

/** Folder of a release's files. */
export function folderOf(dataDir: string, app: string, id: string): string {
  return join(dataDir, 'releases', app, id)
}

/** Releases in the data folder, each file with brotli and gzip copies beside it; written beside and renamed. */
export function folderStore(dataDir: string): ReleaseStore {
  const placeOf = ({ app, id }: ReleaseName) => folderOf(dataDir, app, id)
  return {
    async keep(read, release) {
      const to = placeOf(release)
      if (await isStored(to, release.files)) return
      const prepared = await prepareRelease(read, to, release.files)
      await prepared.place().finally(prepared.discard)
    },
    prepare: (read, release) => prepareRelease(read, placeOf(release), release.files),
    bring: async (release) => existsSync(placeOf(release)),
    adopt: async () => false,
    remove: (release) => rm(placeOf(release), { recursive: true, force: true }),
    names: async () => [], // what a killed publish leaves has another name: see `sweepLeftovers`
  }
}

async function prepareRelease(
  read: ReadFile,
  to: string,
  files: NamedRelease['files'],
): Promise<PreparedRelease> {
  const folder = besideOf(to)
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    for (const [name, { integrity }] of Object.entries(files)) {
      const bytes = await readChecked(read, { name, integrity, to })
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeDurably(join(folder, name), bytes)
      for (const [ending, copy] of await compressedCopies(name, bytes, (ending) => read(name + ending)))
        await writeDurably(join(folder, name + ending), copy)
    }
  } catch (error) {
    await discard()
    throw error
  }
  return { folder, place: () => putInPlace(folder, to, files), discard }
}

async function isStored(folder: string, files: NamedRelease['files']): Promise<boolean> {
  if (!existsSync(folder)) return false
  const hashes = Object.entries(files).map(async ([name, { integrity }]) => {
    const bytes = await readIfThere(join(folder, name))
    return bytes !== null && isSound(bytes, integrity)
  })
  return (await Promise.all(hashes)).every(Boolean)
}

interface Expected {
  readonly name: string
  readonly integrity: string
  readonly to: string
}

async function readChecked(read: ReadFile, { name, integrity, to }: Expected): Promise<Buffer> {
  const bytes = await read(name)
  const came = bytes === null ? 'no such file' : integrityOf(bytes, integrity)
  if (bytes !== null && came === integrity) return bytes
  throw new PublishError(
    `${name} of ${basename(to)}: expected ${integrity}, as its release record says, got ${came}. Build again with \`npm run build\`; if that does not help, raise the version in its package.json.`,
  )
}

async function putInPlace(beside: string, to: string, files: NamedRelease['files']): Promise<void> {
  try {
    await rename(beside, to)
  } catch (error) {
    if (await isStored(to, files)) return // Another process has stored the same release meanwhile.
    if (!existsSync(to)) throw error
    await rm(to, { recursive: true }) // What is there is broken: nothing fetched from it fits its hash.
    await rename(beside, to)
  }
}

/** The bytes of a file; null: there is none. */
export function readIfThere(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
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
