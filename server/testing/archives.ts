import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
import { type Header, pack } from 'tar-stream'
import { type TestBuild, writeRemote } from './builds.ts'

/** Content by header or by name of the file. */
export type Entry = readonly [header: string | Partial<Header>, content: string | Buffer]

/** A tar.gz of these entries, whatever they are. */
export async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack()
  for (const [header, content] of entries)
    archive.entry(
      typeof header === 'string' ? { name: header } : ({ name: 'x', ...header } as Header),
      content,
    )
  archive.finalize()
  return gzipSync(await buffer(archive as unknown as NodeJS.ReadableStream)) // a stream, only not Node's own class
}

/** What a build differs in, and how its record differs from what the build would have written. */
export interface TestRelease extends TestBuild {
  readonly record?: Partial<ReleaseRecord>
}

/** Files of a built remote, as the build writes them. */
export function filesOfRemote(remote: string, { record = {}, ...build }: TestRelease = {}): Entry[] {
  const folder = mkdtempSync(join(tmpdir(), 'portico-release-'))
  try {
    const written = { ...writeRemote(folder, remote, build), ...record }
    const names = readdirSync(join(folder, remote), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'release.json')
      .map((entry) => join(entry.parentPath, entry.name))
    const files = names.map(
      (file): Entry => [file.slice(folder.length + remote.length + 2), readFileSync(file)],
    )
    return [['release.json', JSON.stringify(written)], ...files]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A built remote as a team sends it. */
export function archiveOfRemote(remote: string, release: TestRelease = {}): Promise<Buffer> {
  return archiveOf(filesOfRemote(remote, release))
}
