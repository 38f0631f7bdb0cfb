import { Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  fileNameShape,
  maxFiles,
  maxTarBytes,
  maxUnpackedBytes,
  mebibyte,
} from '@portico/kit/contract/release-file.ts'
import { readTar, type TarEntry } from '@portico/protocol/release/tar-archive.ts'
import { Problem } from '../../http/problems/errors.ts'

const maxNameLength = 200 // below the limits of file systems, with the folder of the release in front

export type UnpackedFiles = ReadonlyMap<string, Buffer>

/**
 * Unpacks a tar.gz in memory; nothing is written to disk. Throws `archive-invalid` or `payload-too-large` at the first entry
 * that no release has: a link, a device, a path outside the folder, two names that differ only in case, a file in a file.
 */
export async function unpackArchive(packed: Buffer): Promise<UnpackedFiles> {
  const source = Readable.from([packed], { objectMode: false })
  try {
    return await readEntries(readTar(source, createGunzip(), atMost(maxTarBytes, createTooLarge())))
  } catch (error) {
    throw error instanceof Problem ? error : createDamaged(error)
  }
}

async function readEntries(entries: AsyncIterable<TarEntry>): Promise<UnpackedFiles> {
  const files = new Map<string, Buffer>()
  const taken = new Set<string>()
  let count = 0
  for await (const { header, read } of entries) {
    count += 1
    if (count > maxFiles)
      throw createArchiveProblem(`more than ${maxFiles} files`, 'Leave out everything that no page needs.')
    const name = getName(header)
    const content = await read()
    if (name === null) continue
    const folded = name.toLowerCase()
    if (taken.has(folded))
      throw createArchiveProblem(
        `${quote(name)} twice, or in two spellings that differ only in case`,
        'Rename one of them.',
      )
    taken.add(folded)
    files.set(name, content)
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
function getName({ name, type }: TarEntry['header']): string | null {
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
