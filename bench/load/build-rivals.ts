import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { createRsbuild, type EnvironmentConfig, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { root } from '../root.ts'
import { type MonolithStyle, renderFederationModule, renderMonolithModule } from './federation-replacement.ts'

/** What a build of an alternative left. */
export interface RivalBuild {
  /** Folder of what is served at `/`, with its `index.html`. */
  readonly folder: string
  /** Paths of the files that a chunk of the remotes needs, by the chunk's name. */
  filesOf(chunk: string): string[]
}

const shellEntry = join(root, 'shell/main.tsx')

/** Builds the shell and all remotes as one app, split by page. */
export async function buildMonolith(remotes: readonly string[], style: MonolithStyle): Promise<RivalBuild> {
  const folder = freshFolder(`monolith-${style}`)
  const seam = write(folder, 'seam.tsx', renderMonolithModule(remotes, style))
  return build(folder, {
    monolith: environment(join(folder, 'dist'), {
      source: { entry: { index: shellEntry } },
      splitChunks: false, // as the product's shell: one file is the smallest
      tools: { rspack: { plugins: [replaceFederation(seam)] } },
    }),
  })
}

/** Builds the shell and each remote with Module Federation's defaults. */
export async function buildPlainFederation(remotes: readonly string[]): Promise<RivalBuild> {
  const folder = freshFolder('plain-federation')
  const seam = write(folder, 'seam.tsx', renderFederationModule(remotes))
  const boundary = write(folder, 'index.ts', `import(${JSON.stringify(shellEntry)})\n`)
  const empty = write(folder, 'empty.ts', 'export {}\n')
  const addresses = remotes.map((name) => [name, `${name}@/${name}/mf-manifest.json`] as const)
  const shell = environment(join(folder, 'dist'), {
    source: { entry: { index: boundary } },
    tools: { rspack: { plugins: [replaceFederation(seam)] } },
    plugins: [federation('shell', { remotes: Object.fromEntries(addresses) })],
  })
  const containers = remotes.map((name) => {
    const config = environment(join(folder, 'dist', name), {
      source: { entry: { index: empty } },
      output: { assetPrefix: `/${name}/` },
      tools: { htmlPlugin: false },
      plugins: [federation(name, { exposes: { './remote': `./remote-${name}/remote.ts` } })],
    })
    return [name, config] as const
  })
  return build(folder, { shell, ...Object.fromEntries(containers) })
}

// What a page can have only once.
const singletons = ['react', 'react-dom', 'react-router', '@portico/shared/contract/contract.ts']
const shared = Object.fromEntries(singletons.map((module) => [module, { singleton: true }]))

function federation(
  name: string,
  parts: { remotes?: Record<string, string>; exposes?: Record<string, string> },
) {
  // `dts` is about types at build time: nothing that a browser sees.
  return pluginModuleFederation({ name, ...parts, shared, dts: false }, { environment: name })
}

function replaceFederation(seam: string) {
  return new rspack.NormalModuleReplacementPlugin(/\/remotes\/federation\.ts$/, seam)
}

function environment(folder: string, config: EnvironmentConfig): EnvironmentConfig {
  return {
    ...config,
    output: {
      distPath: { root: folder },
      cleanDistPath: false, // the folders of the remotes stand in that of the shell
      overrideBrowserslist: ['last 2 years', 'not dead'],
      legalComments: 'none',
      ...config.output,
    },
    performance: { printFileSize: false },
  }
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
    filesOf: (chunk) => (groups[chunk]?.assets ?? []).map(({ name }) => `/${name}`),
  }
}

function freshFolder(name: string): string {
  const folder = join(root, '.cache/bench', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

function write(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
