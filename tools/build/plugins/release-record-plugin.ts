import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractVersion } from '@portico/kit/contract/contract-version.ts'
import { getPageChunks, type RemotePage } from '@portico/kit/contract/manifest.ts'
import { wasmAccess } from '@portico/kit/contract/origins.ts'
import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { RemotePrerender, ShellPrerender } from '@portico/protocol/release/prerender.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { protocolVersion, type ShellRecord } from '@portico/protocol/release/shell-record.ts'
import { mapExtension } from '@portico/protocol/release/source-map.ts'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import { isBasicFont } from '../basic-font.ts'
import {
  containerGlobal,
  entryFile,
  exposedChunk,
  exposedModule,
  federationVersion,
  isReleased,
} from '../bundle-names.ts'
import type { App } from '../find-apps.ts'
import { toRequiredRanges } from '../shared-packages.ts'
import { groupByLoader } from '../worker-chunks.ts'

/** What was prerendered; undefined before the build, and when nothing is. `remote` is undefined for the shell and vice versa. */
export interface Prerendered {
  shell(): ShellPrerender | undefined
  remote(): RemotePrerender | undefined
}

/** The parts of the record that don't follow from the built files. */
interface RecordParts {
  /** The version of each package that the shell provides. */
  readonly provides: Readonly<Record<string, string>>
  readonly prerendered: Prerendered
}

/** Writes `release.json`: the files of the release with their integrity, and which of them each page needs. */
export function releaseRecordPlugin(app: App, parts: RecordParts): RsbuildPlugin {
  return {
    name: 'portico:record',
    setup(api) {
      api.onAfterEnvironmentCompile(({ stats, environment }) => {
        if (!stats || stats.hasErrors()) return
        const folder = environment.distPath
        const { compilation } = stats
        const context: Built = {
          folder,
          names: compilation
            .getAssets()
            .map(({ name }) => name)
            .filter(
              (name) => isReleased(name) || (api.context.action === 'build' && name.endsWith(mapExtension)),
            ),
          groups: compilation.namedChunkGroups,
          workers: groupByLoader(compilation)
            .workers.flatMap(({ files }) => [...files])
            .filter((name) => name.endsWith('.js') && isReleased(name))
            .toSorted(),
          ...parts,
        }
        const record =
          app.manifest === null ? createShellRecord(app, context) : createRemoteRecord(app, context)
        writeFileSync(join(folder, 'release.json'), `${JSON.stringify(record, null, 1)}\n`)
      })
    },
  }
}

interface Built extends RecordParts {
  readonly folder: string
  readonly names: readonly string[]
  readonly groups: Rspack.Compilation['namedChunkGroups']
  /** Scripts that only workers load. */
  readonly workers: readonly string[]
}

function createShellRecord(app: App, built: Built): ShellRecord {
  const { js, css } = listGroupFiles(built, ['index'])
  const fonts = built.names.filter(isBasicFont).map((name) => toReleaseFile(built.folder, name))
  const { version, hash } = app
  const prerendered = built.prerendered.shell()
  return {
    schemaVersion: 1,
    version,
    hash,
    js,
    css,
    fonts,
    ...(prerendered && { prerendered }),
    files: listFiles(built),
    provides: built.provides,
    contractVersion,
    federationVersion,
    protocolVersion,
  }
}

function createRemoteRecord(app: App, built: Built): ReleaseRecord {
  if (app.manifest === null) throw new Error(`${app.name} has no manifest`)
  const {
    name,
    team,
    contractVersion: needed,
    pages,
    apiDescription,
    origins: named,
    rollout,
    budget,
  } = app.manifest
  for (const page of pages) checkChunks(app, built, page)
  const prerendered = built.prerendered.remote()
  const runsWasm = built.names.some((file) => file.endsWith(`.${wasmAccess}`))
  const origins = runsWasm ? { ...named, run: [wasmAccess] } : named
  return {
    schemaVersion: 1,
    remote: name,
    team,
    version: app.version,
    hash: app.hash,
    contractVersion: needed,
    federationVersion,
    exposes: [exposedModule],
    shared: toRequiredRanges(built.provides),
    global: containerGlobal(app),
    entry: toReleaseFile(built.folder, entryFile),
    pages: pages.map((page) => ({
      ...page,
      ...listGroupFiles(built, [exposedChunk, ...getPageChunks(page)]),
    })),
    ...(prerendered && { prerendered }),
    ...(apiDescription && { apiDescription: requireFile(app, built, apiDescription) }),
    ...(origins && { origins }),
    ...(built.workers.length > 0 && { workers: [...built.workers] }),
    ...(rollout && { rollout }),
    ...(budget && { budget }),
    files: listFiles(built),
  }
}

function checkChunks({ folder, name }: App, { groups }: Built, page: RemotePage): void {
  const missing = getPageChunks(page).find((chunk) => groups.get(chunk) === undefined)
  if (missing === undefined) return
  const expected =
    page.chunks?.includes(missing) === true
      ? `the chunk "${missing}". The build makes: ${[...groups.keys()].filter((group) => group !== exposedChunk && group !== name).join(', ')}`
      : `the file ${folder}/pages/${page.route}/route.tsx`
  throw new Error(`${folder}/manifest.ts: the page ${page.path} needs ${expected}.`)
}

function requireFile(app: App, built: Built, name: string): string {
  if (built.names.includes(name)) return name
  throw new Error(
    `${app.folder}/manifest.ts names the file "${name}", which release-files.ts does not return.`,
  )
}

function listGroupFiles(built: Built, groups: readonly string[]): { js: ReleaseFile[]; css: ReleaseFile[] } {
  const assets = groups.flatMap((group) => [...(built.groups.get(group)?.getFiles() ?? [])])
  const files = [...new Set(assets)].filter(
    (name) => isReleased(name) && name !== entryFile && existsSync(join(built.folder, name)),
  )
  const ending = (suffix: string) =>
    files.filter((name) => name.endsWith(suffix)).map((name) => toReleaseFile(built.folder, name))
  return { js: ending('.js'), css: ending('.css') }
}

function listFiles(built: Built): ReleaseRecord['files'] {
  const entries = built.names.toSorted().map((name) => {
    const bytes = readFileSync(join(built.folder, name))
    return [name, { integrity: computeIntegrity(bytes), bytes: bytes.length }] as const
  })
  return Object.fromEntries(entries)
}

function toReleaseFile(folder: string, file: string): ReleaseFile {
  return { file, integrity: computeIntegrity(readFileSync(join(folder, file))) }
}
