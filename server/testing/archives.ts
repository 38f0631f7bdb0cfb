import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { packTar, type TarHeader } from '@portico/protocol/release/tar-archive.ts'
import { type TestBuild, type TestShell, writeRemote, writeShell } from './builds.ts'

/** An archive entry: its header or file name, and its content. */
export type Entry = readonly [header: string | Partial<TarHeader>, content: string | Buffer]

/** Packs these entries into a tar.gz, even invalid ones. */
export async function packArchive(entries: readonly Entry[]): Promise<Buffer> {
  const named = entries.map(
    ([header, content]) =>
      [typeof header === 'string' ? { name: header } : { name: 'x', ...header }, content] as const,
  )
  return gzipSync(await packTar(named), { level: 1 })
}

/** How a test build and its record differ from the defaults. */
export interface TestRelease extends TestBuild {
  readonly record?: Partial<ReleaseRecord>
}

/** The files of a built remote. */
export function getRemoteFiles(remote: string, { record = {}, ...build }: TestRelease = {}): Entry[] {
  return getFiles(remote, (folder) => ({ ...writeRemote(folder, remote, build), ...record }))
}

function getFiles(app: string, write: (folder: string) => object): Entry[] {
  const folder = mkdtempSync(join(tmpdir(), 'portico-release-'))
  try {
    const written = write(folder)
    const names = readdirSync(join(folder, app), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'release.json')
      .map((entry) => join(entry.parentPath, entry.name))
    const files = names.map((file): Entry => [file.slice(folder.length + app.length + 2), readFileSync(file)])
    return [['release.json', JSON.stringify(written)], ...files]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Packs a built remote as a team uploads it. */
export function packRemote(remote: string, release: TestRelease = {}): Promise<Buffer> {
  return packArchive(getRemoteFiles(remote, release))
}

/** Packs a built shell as the operator uploads it. */
export function packShell(shell: TestShell): Promise<Buffer> {
  return packArchive(getFiles('shell', (folder) => writeShell(folder, shell)))
}
