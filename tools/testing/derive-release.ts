import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { compressible, encodings } from '@portico/protocol/release/compression.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { ShellRecordSchema } from '@portico/protocol/release/shell-record.ts'
import * as v from 'valibot'

/** How a derived release differs from the built one. */
interface DerivedRelease {
  readonly version: string
  /** JavaScript that runs after the remote's entry; `GLOBAL` in it stands for the release's global. */
  readonly script: string
  /** The paths of its pages; those of all built ones by default. */
  readonly paths?: readonly string[]
}

/**
 * Writes another release of the remote built in `from` to `to`, without building it: with unique names for
 * everything global, as a build would give it, and with valid hashes. It takes milliseconds; a build takes seconds.
 */
export function deriveRelease(from: string, to: string, { version, script, paths }: DerivedRelease): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const built = readRecord(from)
  const hash = createHash('sha256').update(`${built.hash} ${version} ${script}`).digest('hex').slice(0, 8)
  const global = built.global.replace(/_[^_]+$/, `_${version.replaceAll('.', '_')}_${hash}`)
  const renames = new Map([
    [built.global, global],
    [`${built.version}-${built.hash}`, `${version}-${hash}`],
    [built.hash, hash],
  ])
  const entry = built.entry.file
  const texts = Object.keys(built.files).filter((name) => compressible.test(name) && name !== entry)
  for (const name of texts) rewrite(name, (text) => replaceAll(text, renames))
  // The entry comes last: it holds the hashes of the other scripts.
  rewrite(entry, (text) => `${replaceAll(text, renames)}\n${script.replaceAll('GLOBAL', global)}\n`)
  const derived = readRecord(to, renames)
  const pages = derived.pages.filter(({ path }) => paths?.includes(path) ?? true)
  writeRecord(to, { ...derived, version, hash, global, pages })

  function rewrite(name: string, change: (text: string) => string): void {
    const text = change(readFileSync(join(to, name), 'utf8'))
    writeCompressible(join(to, name), text)
    const before = built.files[name]?.integrity
    if (before !== undefined) renames.set(before, computeIntegrity(text))
  }
}

function readRecord(folder: string, renames: ReadonlyMap<string, string> = new Map()): ReleaseRecord {
  const text = replaceAll(readFileSync(join(folder, 'release.json'), 'utf8'), renames)
  return v.parse(ReleaseRecordSchema, JSON.parse(text))
}

function writeRecord(folder: string, record: ReleaseRecord): void {
  const text = JSON.stringify({ ...record, files: measureFiles(folder, record) }, null, 1)
  writeFileSync(join(folder, 'release.json'), `${text}\n`)
}

/** The files of a record with the sizes that they have in `folder`. */
function measureFiles(folder: string, { files }: Pick<ReleaseRecord, 'files'>): ReleaseRecord['files'] {
  const measured = Object.entries(files).map(([name, file]) => [
    name,
    { ...file, bytes: readFileSync(join(folder, name)).length },
  ])
  return Object.fromEntries(measured)
}

/** How a derived shell differs from the built one. */
interface DerivedShell {
  /** The built one's by default. */
  readonly version?: string
  /** Returns its script. */
  readonly change: (script: string) => string
}

/** Writes another release of the shell built in `from` to `to`. */
export function deriveShell(from: string, to: string, { version: given, change }: DerivedShell): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const record = join(to, 'release.json')
  const {
    version: builtVersion,
    hash: builtHash,
    files,
  } = v.parse(ShellRecordSchema, JSON.parse(readFileSync(record, 'utf8')))
  const version = given ?? builtVersion
  const changed = change(readFileSync(join(to, 'index.js'), 'utf8'))
  const hash = createHash('sha256').update(`${version} ${changed}`).digest('hex').slice(0, 8)
  const renames = new Map([
    [`${builtVersion}-${builtHash}`, `${version}-${hash}`],
    [builtHash, hash],
  ])
  // The main script comes last: it holds the hashes of the other scripts.
  const names = Object.keys(files).toSorted((a, b) => Number(a === 'index.js') - Number(b === 'index.js'))
  for (const name of names.filter((file) => compressible.test(file))) {
    const text = replaceAll(name === 'index.js' ? changed : readFileSync(join(to, name), 'utf8'), renames)
    writeCompressible(join(to, name), text)
    renames.set(files[name]?.integrity ?? '', computeIntegrity(text))
  }
  const derived = v.parse(ShellRecordSchema, JSON.parse(replaceAll(readFileSync(record, 'utf8'), renames)))
  writeFileSync(record, JSON.stringify({ ...derived, version, files: measureFiles(to, derived) }))
}

/** Also rewrites the compressed copies, at the fastest level: a server would otherwise spend seconds on them. */
function writeCompressible(file: string, text: string): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY }
  writeFileSync(file, text)
  writeFileSync(file + encodings.br, brotliCompressSync(text, { params }))
  writeFileSync(file + encodings.gzip, gzipSync(text, { level: 1 }))
}

function replaceAll(text: string, renames: ReadonlyMap<string, string>): string {
  let replaced = text
  for (const [from, to] of renames) replaced = replaced.replaceAll(from, to)
  return replaced
}
