import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
import { besideOf } from './beside.ts'
import { PublishError } from './read-builds.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** How a file may be encoded, best first; the value is the ending of the stored copy. */
export const encodings = { br: '.br', gzip: '.gz' } as const

const compressible = /\.(?:js|css|json|svg|html|txt|xml|webmanifest)$/

/** Folder of a release's files. */
export function folderOf(dataDir: string, app: string, id: string): string {
  return join(dataDir, 'releases', app, id)
}

/** Reads a file of what is to be stored; null: there is none of that name. */
export type ReadFile = (name: string) => Promise<Buffer | null>

/**
 * Stores the files of a release in the data folder, each checked against its recorded hash, with brotli and gzip copies
 * beside it. Whole or not at all: it is written beside and renamed. Does nothing where it is there already and whole.
 * Throws a PublishError where a file is missing or another one than the record says.
 */
export async function storeRelease(read: ReadFile, to: string, files: ReleaseRecord['files']): Promise<void> {
  if (await isStored(to, files)) return
  const prepared = await prepareRelease(read, to, files)
  await prepared.place().finally(prepared.discard)
}

/** A release that stands whole beside its place. */
export interface PreparedRelease {
  /** Puts it in its place, which takes no longer than a rename. */
  place(): Promise<void>
  /** Removes what stands beside; nothing after `place`. */
  discard(): Promise<void>
}

/** Writes a release beside its place, see `storeRelease`. */
export async function prepareRelease(
  read: ReadFile,
  to: string,
  files: ReleaseRecord['files'],
): Promise<PreparedRelease> {
  const beside = besideOf(to)
  const discard = () => rm(beside, { recursive: true, force: true })
  try {
    for (const [name, { integrity }] of Object.entries(files)) {
      const bytes = await readChecked(read, { name, integrity, to })
      await writeWithCopies(join(beside, name), bytes)
    }
  } catch (error) {
    await discard()
    throw error
  }
  return { place: () => putInPlace(beside, to, files), discard }
}

async function isStored(folder: string, files: ReleaseRecord['files']): Promise<boolean> {
  if (!existsSync(folder)) return false
  const hashes = Object.entries(files).map(async ([name, { integrity }]) => {
    const bytes = await readIfThere(join(folder, name))
    return bytes !== null && integrityOf(bytes) === integrity
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
  const came = bytes === null ? 'no such file' : integrityOf(bytes)
  if (bytes !== null && came === integrity) return bytes
  throw new PublishError(
    `${name} of ${basename(to)}: expected ${integrity}, as its release record says, got ${came}. Build again with \`npm run build\`; if that does not help, raise the version in its package.json.`,
  )
}

async function putInPlace(beside: string, to: string, files: ReleaseRecord['files']): Promise<void> {
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

function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

async function writeWithCopies(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeDurably(file, bytes)
  if (!compressible.test(file)) return
  const quality = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } } // 11, the best, by default
  await writeDurably(`${file}${encodings.br}`, await compressBrotli(bytes, quality))
  await writeDurably(`${file}${encodings.gzip}`, await compressGzip(bytes, { level: 9 }))
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
