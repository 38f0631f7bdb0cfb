import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { fileNameShape } from '@portico/shared/release/release-file.ts'
import { extract, type Header } from 'tar-stream'
import { Problem } from '../../http/problems/errors.ts'

const mebibyte = 1024 * 1024
// The largest remote of this site has half a MiB in 60 files.
/** Bytes that an archive may have as it is sent. */
export const maxPackedBytes = 20 * mebibyte
const maxUnpackedBytes = 60 * mebibyte
const maxEntries = 2_000
const headerBytes = 3 * 512 // of each entry: its own, and one more with a long name
const maxTarBytes = maxUnpackedBytes + maxEntries * headerBytes

/** Files of an archive by their names. */
export type UnpackedFiles = ReadonlyMap<string, Buffer>

/**
 * Reads a tar.gz into memory; nothing is written anywhere. Throws `archive-invalid` or `payload-too-large` at the first
 * thing that no release has: a link, a device, a path that leads elsewhere, two names that differ in case only.
 * `body` is not destroyed, so that the refusal can still be answered.
 */
export async function unpackArchive(body: Readable): Promise<UnpackedFiles> {
  const archive = extract()
  const source = Readable.from(chunksOf(body))
  const feeding = pipeline(
    source,
    atMost(maxPackedBytes, tooLarge('packed', maxPackedBytes)),
    createGunzip(),
    atMost(maxTarBytes, tooLarge('unpacked', maxUnpackedBytes)),
    archive,
  )
  const reading = readEntries(archive)
  const [fed, read] = await Promise.allSettled([feeding, reading])
  // What stops the reading stops the feeding too, with an error that says less.
  const failed = [read, fed].find((settled) => settled.status === 'rejected')
  const problem = [fed, read].find((settled) => settled.status === 'rejected' && isProblem(settled.reason))
  if (problem?.status === 'rejected') throw problem.reason
  if (failed?.status === 'rejected') throw broken(failed.reason)
  if (read.status === 'fulfilled') return read.value
  throw broken(null)
}

// A refusal is thrown into this, not into the body's own iterator, which would close the connection with it.
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk // `yield*` would hand it on
}

async function readEntries(archive: ReturnType<typeof extract>): Promise<UnpackedFiles> {
  const files = new Map<string, Buffer>()
  const taken = new Set<string>()
  let entries = 0
  for await (const entry of archive) {
    entries += 1
    if (entries > maxEntries) throw refused(`more than ${maxEntries} files`, 'Leave out what no page needs.')
    const name = nameOf(entry.header)
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk) // its types say nothing of chunks
    if (name === null) continue
    const folded = name.toLowerCase()
    if (taken.has(folded))
      throw refused(`${shown(name)} twice, or twice but for its case`, 'Rename one of the two.')
    taken.add(folded)
    files.set(name, Buffer.concat(chunks))
  }
  return files
}

/** null: a folder, which files bring with them. */
function nameOf({ name, type }: Header): string | null {
  const plain = name.replace(/^\.\//, '')
  if (type === 'directory') {
    const folder = plain.replace(/\/$/, '')
    if (folder === '' || folder === '.' || fileNameShape.test(folder)) return null
    throw refused(`the folder ${shown(name)}`, nameHint)
  }
  if (type !== 'file' && type !== 'contiguous-file')
    throw refused(`${shown(name)}, a ${type}`, 'Pack regular files only, without links.')
  if (!fileNameShape.test(plain)) throw refused(`the file ${shown(name)}`, nameHint)
  return plain
}

const nameHint =
  'Pack from within the built folder: tar -czf release.tgz -C dist/<remote> . Names have letters, digits, . _ and -.'

/** Of a stranger's text, as much as shows what is meant. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 120))
}

function atMost(maxBytes: number, problem: Problem): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(problem)
      else done(null, chunk)
    },
  })
}

function tooLarge(how: string, maxBytes: number): Problem {
  return new Problem('payload-too-large', {
    detail: `Expected an archive of at most ${maxBytes / mebibyte} MiB ${how}.`,
    hint: 'Leave out source maps and what no page needs.',
  })
}

function refused(what: string, hint: string): Problem {
  return new Problem('archive-invalid', { detail: `The archive holds ${what}.`, hint })
}

function broken(cause: unknown): Problem {
  return new Problem('archive-invalid', {
    detail: 'Expected a whole tar.gz, got something that ends or breaks within.',
    hint: 'Pack it again: tar -czf release.tgz -C dist/<remote> .',
    cause,
  })
}

function isProblem(error: unknown): boolean {
  return error instanceof Problem
}
