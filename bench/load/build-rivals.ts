import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import type { App } from '@portico/tools/build/find-apps.ts'
import { createRsbuild, type EnvironmentConfig, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { root } from '../root.ts'
import {
  type MonolithStyle,
  renderFederationModule,
  renderMonolithModule,
  toggleModule,
} from './replacements.ts'
import { getRivalSettings } from './rival-settings.ts'

/** What the build of a rival produced. */
export interface RivalBuild {
  /** The folder that is served at `/`. */
  readonly folder: string
  /** Paths of the files that a chunk needs, by the chunk's name; `index` is the page's own. Unknown chunks need none. */
  getFiles(chunk: string): string[]
}

const shellEntry = join(root, 'shell/main.tsx')
const noEntry = join(root, 'tools/build/entries/empty.ts')

/** Builds the shell and all remotes as one app, split by page. */
export async function buildMonolith(apps: readonly App[], style: MonolithStyle): Promise<RivalBuild> {
  const { shell, remotes } = splitApps(apps)
  const folder = createFolder(`monolith-${style}`)
  const module = writeModule(folder, 'remotes.tsx', renderMonolithModule(getNames(remotes), style))
  return build(folder, {
    shell: getRivalSettings(shell, {
      name: 'shell',
      folder: join(folder, 'dist'),
      assetPrefix: '/',
      replacements: [replaceFederation(module), replaceToggle(folder)],
    }),
  })
}

/** Builds the shell and each remote with Module Federation's defaults. */
export async function buildDefaultFederation(apps: readonly App[]): Promise<RivalBuild> {
  const { shell, remotes } = splitApps(apps)
  const folder = createFolder('default-federation')
  const module = writeModule(folder, 'remotes.tsx', renderFederationModule(getNames(remotes)))
  const asyncBoundary = writeModule(folder, 'index.ts', `import(${JSON.stringify(shellEntry)})\n`)
  const addresses = getNames(remotes).map((name) => [name, `${name}@/${name}/mf-manifest.json`] as const)
  const host = getRivalSettings(shell, {
    name: 'shell',
    folder: join(folder, 'dist'),
    assetPrefix: '/',
    entry: asyncBoundary,
    replacements: [replaceFederation(module)],
    plugins: [federation('shell', { remotes: Object.fromEntries(addresses) })],
    hasFederationRuntime: true,
  })
  const replacements = [replaceToggle(folder)]
  const containers = remotes.map((app) => {
    const settings = getRivalSettings(app, {
      name: app.name,
      folder: join(folder, 'dist', app.name),
      assetPrefix: `/${app.name}/`,
      replacements,
      entry: noEntry, // under another name than the container, or both would be one chunk
      plugins: [federation(app.name, { exposes: { './remote': `./${app.folder}/remote.ts` } })],
    })
    return [app.name, settings] as const
  })
  return build(folder, { shell: host, ...Object.fromEntries(containers) })
}

function splitApps(apps: readonly App[]): { shell: App; remotes: App[] } {
  const shell = apps.find(({ manifest }) => manifest === null)
  if (shell === undefined) throw new Error('There is no shell among the apps.')
  return { shell, remotes: apps.filter((app) => app !== shell) }
}

function getNames(apps: readonly App[]): string[] {
  return apps.map(({ name }) => name)
}

// A page can have only one copy of these.
const singletons = ['react', 'react-dom', 'react-router', '@portico/kit/contract/contract.ts']
const shared = Object.fromEntries(singletons.map((module) => [module, { singleton: true }]))

function federation(
  name: string,
  parts: { remotes?: Record<string, string>; exposes?: Record<string, string> },
) {
  // Types at build time (`dts`) never reach a browser.
  return pluginModuleFederation({ name, ...parts, shared, dts: false }, { environment: name })
}

function replaceFederation(module: string) {
  return new rspack.NormalModuleReplacementPlugin(/\/remotes\/federation\.ts$/, module)
}

function replaceToggle(folder: string) {
  const module = writeModule(folder, 'rival-toggle.tsx', toggleModule)
  return new rspack.NormalModuleReplacementPlugin(/\/row-toggle\.tsx$/, module)
}

async function build(folder: string, environments: Record<string, EnvironmentConfig>): Promise<RivalBuild> {
  const rsbuild = await createRsbuild({
    cwd: root,
    config: { mode: 'production', logLevel: 'error', plugins: [pluginReact()], environments },
  })
  const { stats, close } = await rsbuild.build()
  const { children, namedChunkGroups } =
    stats?.toJson({ all: false, children: true, chunkGroups: true }) ?? {}
  await close()
  const groups = namedChunkGroups ?? children?.[0]?.namedChunkGroups ?? {}
  return {
    folder: join(folder, 'dist'),
    getFiles: (chunk) => (groups[chunk]?.assets ?? []).map(({ name }) => `/${name}`),
  }
}

function createFolder(name: string): string {
  const folder = join(root, '.cache/bench', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

function writeModule(folder: string, name: string, source: string): string {
  const file = join(folder, name)
  writeFileSync(file, source)
  return file
}
