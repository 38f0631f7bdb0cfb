import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
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

/**
 * Copies the files of a built release into the data folder, each checked against its recorded hash, with brotli and
 * gzip copies beside it. Whole or not at all: it is written beside and renamed. Does nothing where it is there already
 * and whole. Throws a PublishError where a built file is missing or another one than the record says.
 */
export async function storeRelease(from: string, to: string, files: ReleaseRecord['files']): Promise<void> {
  if (await isStored(to, files)) return
  const beside = `${to}.${randomBytes(6).toString('hex')}.tmp`
  try {
    for (const [name, { integrity }] of Object.entries(files)) {
      const bytes = await readBuilt(join(from, name), integrity)
      await writeWithCopies(join(beside, name), bytes)
    }
    await putInPlace(beside, to, files)
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

async function isStored(folder: string, files: ReleaseRecord['files']): Promise<boolean> {
  if (!existsSync(folder)) return false
  const hashes = Object.entries(files).map(async ([name, { integrity }]) => {
    const bytes = await readIfThere(join(folder, name))
    return bytes !== null && integrityOf(bytes) === integrity
  })
  return (await Promise.all(hashes)).every(Boolean)
}

async function readBuilt(file: string, integrity: string): Promise<Buffer> {
  const bytes = await readIfThere(file)
  const came = bytes === null ? 'no such file' : integrityOf(bytes)
  if (bytes !== null && came === integrity) return bytes
  throw new PublishError(
    `${file}: expected ${integrity}, as its release record says, got ${came}. Build again with \`npm run build\`; if that does not help, raise the version in its package.json.`,
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

function readIfThere(file: string): Promise<Buffer | null> {
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
