import { basicFontPlugin, createAppEnvironment } from '@portico/tools/build/create-app-environment.ts'
import type { App } from '@portico/tools/build/find-apps.ts'
import { buildTimeModulesPlugin } from '@portico/tools/build/plugins/build-time-modules-plugin.ts'
import type { EnvironmentConfig, RsbuildPlugins } from '@rsbuild/core'

/** What a rival changes: where it is built to and served from, its own entry, and how the apps are put together. */
interface RivalChanges {
  /** The environment's name in the build. */
  readonly name: string
  readonly folder: string
  readonly assetPrefix: string
  readonly entry?: string
  /** What replaces modules of the product. */
  readonly replacements?: readonly RspackPlugin[]
  readonly plugins?: RsbuildPlugins
  /** Whether it contains the federation runtime, of which the product leaves out what it doesn't use. */
  readonly hasFederationRuntime?: boolean
}

type RspackPlugin = NonNullable<ReturnType<typeof getRspackSettings>['plugins']>[number]

/**
 * The product's own settings for an app (targets, minification, styles, integrity, chunks), without the plugins that
 * make it a release: federation, prerendering, the release record.
 */
export function getRivalSettings(app: App, changes: RivalChanges): EnvironmentConfig {
  const settings = createAppEnvironment(app, false)
  const rspack = getRspackSettings(settings)
  const { entry, replacements = [], plugins = [], hasFederationRuntime = false } = changes
  return {
    ...settings,
    source: {
      ...settings.source,
      ...(entry !== undefined && { entry: { index: entry } }),
      ...(hasFederationRuntime && { define: {} }),
    },
    output: {
      ...settings.output,
      distPath: { ...getDistPath(settings), root: changes.folder },
      assetPrefix: changes.assetPrefix,
      cleanDistPath: false, // the remotes' folders are in that of the shell
    },
    tools: {
      ...settings.tools,
      rspack: { ...rspack, plugins: [...replacements] },
    },
    plugins: [buildTimeModulesPlugin(changes.name), basicFontPlugin(changes.name), ...plugins],
  }
}

function getRspackSettings({ tools }: EnvironmentConfig) {
  const rspack = tools?.rspack
  if (typeof rspack !== 'object' || Array.isArray(rspack))
    throw new Error("Expected tools.rspack of the product's settings to be an object.")
  return rspack
}

function getDistPath({ output }: EnvironmentConfig) {
  if (typeof output?.distPath !== 'object')
    throw new Error("Expected output.distPath of the product's settings to be an object.")
  return output.distPath
}
