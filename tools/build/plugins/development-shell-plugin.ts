import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { developmentFile } from '@portico/protocol/release/development-shell.ts'
import { createRsbuild, type EnvironmentConfig, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { withTemporaryFolder } from '../../system/with-temporary-folder.ts'
import type { App } from '../find-apps.ts'
import { buildTimeModulesPlugin } from './build-time-modules-plugin.ts'

const name = developmentFile.replace('.js', '')

/**
 * Adds to the shell's release the same shell with React's build for development, for `portico dev`: only that one replaces
 * components while they keep their state. It has the class names of the release, so it needs no style sheets of its own.
 */
export function developmentShellPlugin(
  app: Pick<App, 'name'>,
  entry: readonly string[],
  environment: EnvironmentConfig,
): RsbuildPlugin {
  return {
    name: 'portico:development-shell',
    apply: 'build',
    setup(api) {
      api.processAssets({ stage: 'additional' }, ({ compilation, sources }) =>
        withTemporaryFolder(async (folder) => {
          const root = api.context.rootPath
          const variant = createVariant(app, { entry: [...entry], folder, environment })
          const rsbuild = await createRsbuild({
            cwd: root,
            config: {
              root,
              mode: 'production', // small, and with the class names of the release
              logLevel: 'error',
              plugins: [pluginReact()],
              environments: { [app.name]: variant },
            },
          })
          const { close } = await rsbuild.build()
          await close()
          const code = await readFile(join(folder, developmentFile))
          compilation.emitAsset(developmentFile, new sources.RawSource(code), { minimized: true })
        }),
      )
    },
  }
}

interface VariantParts {
  readonly entry: string[]
  readonly folder: string
  readonly environment: EnvironmentConfig
}

function createVariant(
  app: Pick<App, 'name'>,
  { entry, folder, environment }: VariantParts,
): EnvironmentConfig {
  const { source, output, tools } = environment
  return {
    ...environment,
    source: {
      entry: { [name]: entry },
      define: {
        ...source?.define,
        'process.env.NODE_ENV': '"development"',
        'import.meta.env.MODE': '"development"',
      },
    },
    output: { ...output, distPath: { root: folder, js: '', css: '' }, emitAssets: false },
    // One file: those of the release with the same names are built from modules with other ids.
    tools: { ...tools, rspack: [tools?.rspack ?? {}, { output: { asyncChunks: false } }].flat() },
    plugins: [buildTimeModulesPlugin(app.name)],
  }
}
