import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractVersion as newestContract } from '@portico/kit/contract/contract-version.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { RemotePrerender, ShellPrerender } from '@portico/protocol/release/prerender.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import {
  protocolVersion as newestProtocol,
  type ShellRecord,
} from '@portico/protocol/release/shell-record.ts'

/** How a test build differs from the default one. */
export interface TestBuild {
  readonly version?: string
  readonly hash?: string
  readonly pages?: readonly (Pick<RemotePage, 'path'> & Partial<RemotePage>)[]
  /** Additional files: text by name. */
  readonly files?: Readonly<Record<string, string>>
  /** Name of the API description file. */
  readonly apiDescription?: string
}

/** A build of the shell, with its prerendered files. */
export interface TestShell extends TestBuild {
  readonly prerendered?: ShellPrerender
  /** Which of its files are fonts that the page needs. */
  readonly fonts?: readonly string[]
  /** Versions of the packages that it shares with remotes. */
  readonly provides?: Readonly<Record<string, string>>
  /** The newest contract that it accepts. */
  readonly contractVersion?: number
  readonly protocolVersion?: number
}

/** A build of a remote, with its prerendered files. */
export interface TestRemote extends TestBuild {
  readonly prerendered?: RemotePrerender
}

/** Writes a built shell to `<folder>/shell` and returns its record. */
export function writeShell(
  folder: string,
  {
    version = '1.0.0',
    hash = '0a1b2c3d',
    files = {},
    fonts = [],
    prerendered,
    provides = { react: '19.3.1' },
    contractVersion = newestContract,
    protocolVersion = newestProtocol,
  }: TestShell = {},
) {
  const all = { 'index.js': 'start()', 'index.css': 'body{}', ...files }
  const record: ShellRecord = {
    schemaVersion: 1,
    version,
    hash,
    js: [getFile(all, 'index.js')],
    css: [getFile(all, 'index.css')],
    ...(fonts.length > 0 && { fonts: fonts.map((file) => getFile(all, file)) }),
    ...(prerendered && { prerendered }),
    files: describeFiles(all),
    provides,
    contractVersion,
    federationVersion: '2.9.2',
    protocolVersion,
  }
  write(join(folder, 'shell'), all, record)
  return record
}

const remoteFiles = { 'exposed.js': 'routes', 'page.css': 'h1{}' }

/** Writes a built remote to `<folder>/<remote>` and returns its record. */
export function writeRemote(folder: string, remote: string, build: TestRemote = {}) {
  const { version = '1.0.0', hash = '0a1b2c3d', files = {}, pages = [{ path: `/${remote}` }] } = build
  const { 'remote.js': entry, ...loaded } = {
    'remote.js': `entry of ${remote} ${hash}`,
    ...remoteFiles,
    ...files,
  }
  const all = { ...loaded, 'remote.js': addHashes(entry, loaded) }
  const record: ReleaseRecord = {
    schemaVersion: 1,
    remote,
    team: `${remote} team`,
    version,
    hash,
    contractVersion: newestContract,
    federationVersion: '2.9.2',
    exposes: ['./remote'],
    shared: { react: '^19.3.0' },
    global: `portico_${remote}_${hash}`,
    entry: getFile(all, 'remote.js'),
    pages: pages.map((page) => ({
      access: 'open',
      title: `Page of ${remote}`,
      ...page,
      js: [getFile(all, 'exposed.js')],
      css: [getFile(all, 'page.css')],
    })),
    ...(build.prerendered && { prerendered: build.prerendered }),
    ...(build.apiDescription && { apiDescription: build.apiDescription }),
    files: describeFiles(all),
  }
  write(join(folder, remote), all, record)
  return record
}

/** The entry of a default build. */
export function getTestEntry(remote: string, hash: string): string {
  return addHashes(`entry of ${remote} ${hash}`, remoteFiles)
}

/** Like a container's entry, it contains the hash of each file that it loads. */
function addHashes(entry: string, files: Files): string {
  const loaded = Object.entries(files).filter(([name]) => /\.(?:js|css)$/.test(name))
  return [entry, ...loaded.map(([, text]) => computeIntegrity(text))].join(' ')
}

type Files = Readonly<Record<string, string>>

function getFile(files: Files, file: string) {
  return { file, integrity: computeIntegrity(files[file] ?? '') }
}

function describeFiles(files: Files): ReleaseRecord['files'] {
  const entries = Object.entries(files).map(([name, text]) => [name, describeFile(text)] as const)
  return Object.fromEntries(entries)
}

function describeFile(text: string) {
  return { integrity: computeIntegrity(text), bytes: Buffer.byteLength(text) }
}

function write(folder: string, files: Files, record: object): void {
  for (const [name, text] of Object.entries({ ...files, 'release.json': JSON.stringify(record) })) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
