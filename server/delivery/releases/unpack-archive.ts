import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  fileNameShape,
  maxTarBytes,
  maxUnpackedBytes,
  mebibyte,
  mostFiles,
} from '@portico/shared/release/release-file.ts'
import { extract, type Header } from 'tar-stream'
import { Problem } from '../../http/problems/errors.ts'

const maxNameLength = 200 // below the limits of file systems, with the folder of the release in front

/** Files of an archive by name. */
export type UnpackedFiles = ReadonlyMap<string, Buffer>

/**
 * Unpacks a tar.gz in memory; nothing is written to disk. Throws `archive-invalid` or `payload-too-large` at the first entry
 * that no release has: a link, a device, a path outside the folder, two names that differ only in case, a file in a file.
 */
export async function unpackArchive(packed: Buffer): Promise<UnpackedFiles> {
  const archive = extract()
  const feeding = pipeline(
    Readable.from([packed], { objectMode: false }),
    createGunzip(),
    atMost(maxTarBytes, createTooLarge()),
    archive,
  )
  const reading = readEntries(archive)
  const [fed, read] = await Promise.allSettled([feeding, reading])
  // An error while reading also fails the pipeline, with a less specific error.
  const failed = [read, fed].find((settled) => settled.status === 'rejected')
  const problem = [fed, read].find((settled) => settled.status === 'rejected' && isProblem(settled.reason))
  if (problem?.status === 'rejected') throw problem.reason
  if (failed?.status === 'rejected') throw createDamaged(failed.reason)
  if (read.status === 'fulfilled') return read.value
  throw createDamaged(null)
}

async function readEntries(archive: ReturnType<typeof extract>): Promise<UnpackedFiles> {
  const files = new Map<string, Buffer>()
  const taken = new Set<string>()
  let entries = 0
  for await (const entry of archive) {
    entries += 1
    if (entries > mostFiles)
      throw createArchiveProblem(`more than ${mostFiles} files`, 'Leave out everything that no page needs.')
    const name = getName(entry.header)
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk) // its types don't declare the chunks
    if (name === null) continue
    const folded = name.toLowerCase()
    if (taken.has(folded))
      throw createArchiveProblem(
        `${quote(name)} twice, or in two spellings that differ only in case`,
        'Rename one of them.',
      )
    taken.add(folded)
    files.set(name, Buffer.concat(chunks))
  }
  for (const name of taken) requireFolder(name, taken)
  return files
}

/** Throws if what the name calls a folder is a file. */
function requireFolder(name: string, taken: ReadonlySet<string>): void {
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const folder = name.slice(0, at)
    if (!taken.has(folder)) continue
    throw createArchiveProblem(`${quote(folder)} both as a file and as a folder`, 'Rename one of them.')
  }
}

/** null: a folder, which exists because of its files. */
function getName({ name, type }: Header): string | null {
  const plain = name.replace(/^\.\//, '')
  if (type === 'directory') {
    const folder = plain.replace(/\/$/, '')
    if (folder === '' || folder === '.' || fileNameShape.test(folder)) return null
    throw createArchiveProblem(`the folder ${quote(name)}`, nameHint)
  }
  if (type !== 'file' && type !== 'contiguous-file')
    throw createArchiveProblem(`${quote(name)}, a ${type}`, 'Pack regular files only, no links.')
  if (!fileNameShape.test(plain)) throw createArchiveProblem(`the file ${quote(name)}`, nameHint)
  if (plain.length > maxNameLength)
    throw createArchiveProblem(
      `a file whose name has ${plain.length} characters: ${quote(name)}`,
      `A name may have ${maxNameLength}, including its folders.`,
    )
  return plain
}

const nameHint =
  'Pack from within the built folder: tar -czf release.tgz -C dist/<remote> . Names may contain letters, digits, . _ and -.'

/** Untrusted text, shortened. */
function quote(name: string): string {
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

function createTooLarge(): Problem {
  return new Problem('payload-too-large', {
    detail: `Expected an archive of at most ${maxUnpackedBytes / mebibyte} MiB unpacked.`,
    hint: 'Leave out source maps and everything that no page needs.',
  })
}

function createArchiveProblem(what: string, hint: string): Problem {
  return new Problem('archive-invalid', { detail: `The archive contains ${what}.`, hint })
}

function createDamaged(cause: unknown): Problem {
  return new Problem('archive-invalid', {
    detail: 'Expected a tar.gz, got something damaged or incomplete.',
    hint: 'Pack it again: tar -czf release.tgz -C dist/<remote> .',
    cause,
  })
}

function isProblem(error: unknown): boolean {
  return error instanceof Problem
}
