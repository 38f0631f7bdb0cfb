import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import type { RemotePrerender, ShellPrerender } from '@portico/shared/release/prerender.ts'
import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
import type { ShellRecord } from '@portico/shared/release/shell-record.ts'

/** What a test's build differs in. */
export interface TestBuild {
  readonly version?: string
  readonly hash?: string
  readonly pages?: readonly (Pick<RemotePage, 'path'> & Partial<RemotePage>)[]
  /** Text by file name, beside what every build has. */
  readonly files?: Readonly<Record<string, string>>
  /** The file that describes an API. */
  readonly apiDescription?: string
}

/** What a file has to hash to. */
export function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The shell's build, with what it has prerendered of its files. */
export interface TestShell extends TestBuild {
  readonly prerendered?: ShellPrerender
}

/** A remote's build, with what it has prerendered of its files. */
export interface TestRemote extends TestBuild {
  readonly prerendered?: RemotePrerender
}

/** Writes the built shell into `folder`, as the build does. */
export function writeShell(
  folder: string,
  { version = '1.0.0', hash = '0a1b2c3d', files = {}, prerendered }: TestShell = {},
) {
  const all = { 'index.js': 'start()', 'index.css': 'body{}', ...files }
  const record: ShellRecord = {
    schemaVersion: 1,
    version,
    hash,
    js: [fileOf(all, 'index.js')],
    css: [fileOf(all, 'index.css')],
    ...(prerendered && { prerendered }),
    files: filesOf(all),
    provides: { react: '19.3.1' },
    contractVersion: 1,
    federationVersion: '2.9.2',
  }
  write(join(folder, 'shell'), all, record)
  return record
}

/** Writes a built remote into `folder`, as the build does. */
export function writeRemote(folder: string, remote: string, build: TestRemote = {}) {
  const { version = '1.0.0', hash = '0a1b2c3d', files = {}, pages = [{ path: `/${remote}` }] } = build
  const all = {
    'remote.js': `entry of ${remote} ${hash}`,
    'exposed.js': 'routes',
    'page.css': 'h1{}',
    ...files,
  }
  const record: ReleaseRecord = {
    schemaVersion: 1,
    remote,
    team: `${remote} team`,
    version,
    hash,
    contractVersion: 1,
    federationVersion: '2.9.2',
    exposes: ['./remote'],
    shared: { react: '^19.3.0' },
    global: `portico_${remote}_${hash}`,
    entry: fileOf(all, 'remote.js'),
    pages: pages.map((page) => ({
      access: 'open',
      title: `Page of ${remote}`,
      ...page,
      js: [fileOf(all, 'exposed.js')],
      css: [fileOf(all, 'page.css')],
    })),
    ...(build.prerendered && { prerendered: build.prerendered }),
    ...(build.apiDescription && { apiDescription: build.apiDescription }),
    files: filesOf(all),
  }
  write(join(folder, remote), all, record)
  return record
}

type Files = Readonly<Record<string, string>>

function fileOf(files: Files, file: string) {
  return { file, integrity: integrityOf(files[file] ?? '') }
}

function filesOf(files: Files): ReleaseRecord['files'] {
  const entries = Object.entries(files).map(([name, text]) => [name, measured(text)] as const)
  return Object.fromEntries(entries)
}

function measured(text: string) {
  return { integrity: integrityOf(text), bytes: Buffer.byteLength(text) }
}

function write(folder: string, files: Files, record: object): void {
  for (const [name, text] of Object.entries({ ...files, 'release.json': JSON.stringify(record) })) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
