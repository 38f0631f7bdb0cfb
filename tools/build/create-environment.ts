import { join } from 'node:path'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import { inspectFile } from '@portico/protocol/release/inspect-parameter.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { sharedModules } from '@portico/protocol/release/shared-modules.ts'
import { type EnvironmentConfig, type RsbuildPlugin, rspack } from '@rsbuild/core'
import { assetOutput } from './asset-output.ts'
import { containerGlobal, entryFile, exposedChunk, exposedModule } from './bundle-names.ts'
import type { App } from './find-apps.ts'
import { isolateStyles } from './isolate-styles.ts'
import { buildTimeModulesPlugin } from './plugins/build-time-modules-plugin.ts'
import { checkIntegrityPlugin } from './plugins/check-integrity-plugin.ts'
import { checkWorkersPlugin } from './plugins/check-workers-plugin.ts'
import { compressedCopiesPlugin } from './plugins/compressed-copies-plugin.ts'
import { developmentShellPlugin } from './plugins/development-shell-plugin.ts'
import { ownModulesPlugin } from './plugins/own-modules-plugin.ts'
import { releaseRecordPlugin } from './plugins/release-record-plugin.ts'
import { sourceMapsPlugin } from './plugins/source-maps-plugin.ts'
import { stableChunksPlugin } from './plugins/stable-chunks-plugin.ts'
import { stableIntegrityPlugin } from './plugins/stable-integrity-plugin.ts'
import { unfinishedSavesPlugin } from './plugins/unfinished-saves-plugin.ts'
import type { PrerenderParts } from './prerender/prerender-context.ts'
import { createPrerender } from './prerender/prerender-plugin.ts'

/** The browsers that the site supports, as a browserslist query. A date: `last 2 years` would change the output over time. */
export const supportedBrowsers = ['since 2024-11-22', 'not dead']

/** Parts of the federation runtime that the shell leaves out: it knows every entry, and has one version of each module. */
const federationSwitches = {
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_SHARED: 'true',
  ENV_TARGET: '"web"',
}

/** What only the prerendering build needs is left out of a remote's bundle. */
const browserOnly = { 'typeof document': '"object"' }

/** Without an extension: the kit has it as JavaScript. */
const emptyEntry = join(import.meta.dirname, 'entries', 'empty')

const developmentEntry = ['./tools/build/entries/keep-react-renderers.ts', './shell/main.tsx']

/** The shell's second entry: the server adds it to the pages that show the inspector. */
const inspectChunk = inspectFile.replace('.js', '')

const subfolders = {
  ...{ js: '', jsAsync: '', css: '', cssAsync: '' },
  ...assetOutput.folders,
}

const browserOutput: EnvironmentConfig['output'] = {
  dataUriLimit: assetOutput.dataUriLimit,
  overrideBrowserslist: supportedBrowsers,
  legalComments: 'none',
  minify: { jsOptions: { minimizerOptions: { compress: { passes: 3, ecma: 2022 } } } },
}

/** Longer names are shortened by the bundler, with a hash. */
const maxChunkName = 100

/** Only code that several chunks use gets its own chunk, which is named after them. */
const chunkSplitting: NonNullable<EnvironmentConfig['splitChunks']> = {
  preset: 'none',
  cacheGroups: {
    defaultVendors: false,
    default: {
      minChunks: 2,
      priority: -20,
      reuseExistingChunk: true,
      name(_module, chunks) {
        const name = chunks
          .map((chunk) => chunk.name?.replace(/-route-tsx$/, '') ?? 'worker')
          .toSorted()
          .join('_')
        return name.length > maxChunkName ? undefined : name
      },
    },
  },
}

/** What a build adds to the preset. */
export interface EnvironmentParts {
  readonly isDevelopment?: boolean
  /** Whether visitors get the build. If only a developer does, files have no compressed copies, and modules are kept in memory. */
  readonly isForVisitors?: boolean
  /** The parent of the build's folder, if not the default. */
  readonly output?: string
  /** The version of each package that the shell provides. */
  readonly provides: Readonly<Record<string, string>>
  readonly plugins?: readonly RsbuildPlugin[]
  readonly prerender?: PrerenderParts
}

/**
 * The rsbuild environment of one app, the same for every remote, wherever its sources are: the shell as the host, a remote
 * as a pure container.
 */
export function createEnvironment(
  app: App,
  {
    isDevelopment: development = false,
    isForVisitors = true,
    output = development ? '.cache/dev' : 'dist',
    provides,
    plugins = [],
    prerender = {},
  }: EnvironmentParts,
): EnvironmentConfig {
  const isShell = app.manifest === null
  const folder = getReleaseFolder(app.name, getReleaseId(app))
  const styles = isolateStyles(app, development)
  const prerendered = createPrerender(app, prerender)
  const environment: EnvironmentConfig = {
    source: isShell
      ? {
          entry: {
            index: development ? developmentEntry : './shell/main.tsx',
            ...(development ? {} : { [inspectChunk]: './shell/inspect/main.ts' }),
          },
          define: federationSwitches,
        }
      : { entry: { [app.name]: emptyEntry }, define: browserOnly },
    html: { crossorigin: 'anonymous' },
    output: {
      distPath: { root: `${output}/${app.name}`, ...subfolders },
      // No content hash: the folder names the release, and stable names allow updates to be sent as deltas.
      filename: { js: '[name].js', css: '[name].css', ...assetOutput.filenames },
      assetPrefix: isShell ? folder : 'auto',
      ...styles.output,
      ...browserOutput,
    },
    // The release record and the server read the files from disk.
    dev: { assetPrefix: folder, writeToDisk: true, lazyCompilation: false },
    performance: { printFileSize: false },
    // One file for the shell: two would be 2 KB larger. In development, no update applies to chunks of other names.
    splitChunks: isShell ? false : development ? { preset: 'none' } : chunkSplitting,
    // Every entry contains the hashes of its chunks, which do not compress: SHA-256 is a third smaller than SHA-384.
    security: { sri: { enable: development ? false : 'auto', algorithm: 'sha256' } },
    tools: {
      ...styles.tools,
      htmlPlugin: false,
      rspack: { ...(isForVisitors ? {} : { cache: true }), ...getBundlerOptions(app, development) },
    },
  }
  return {
    ...environment,
    plugins: [
      ...(isShell ? [developmentShellPlugin(app, developmentEntry, environment)] : []),
      buildTimeModulesPlugin(app.name),
      ownModulesPlugin(app),
      ...plugins,
      prerendered.plugin,
      stableChunksPlugin(app),
      stableIntegrityPlugin(),
      checkIntegrityPlugin(),
      checkWorkersPlugin(app),
      releaseRecordPlugin(app, { provides, prerendered }),
      ...(development || !isForVisitors ? [unfinishedSavesPlugin()] : []),
      ...(isForVisitors ? [sourceMapsPlugin(app), compressedCopiesPlugin()] : []),
    ],
  }
}

function getBundlerOptions(app: App, isDevelopment: boolean) {
  return {
    output: {
      uniqueName: containerGlobal(app),
      chunkLoadingGlobal: `${containerGlobal(app)}_chunks`,
      workerPublicPath: getReleaseFolder(app.name, getReleaseId(app)), // a browser runs no worker of another origin
      crossOriginLoading: 'anonymous' as const,
    },
    optimization: {
      runtimeChunk: false,
      mangleExports: 'size' as const,
      // Ids that are names: with numbers, every entry would contain a table of names.
      chunkIds: 'named' as const,
      // Default ids are hashes of paths, some of them absolute, so another checkout would build other bytes under the
      // same release id. Natural ids are positions in the import graph.
      ...(isDevelopment ? {} : { moduleIds: 'natural' as const }),
    },
    plugins: app.manifest === null ? [] : [createContainer(app)],
  }
}

/**
 * The container of a remote, without a copy of the shared modules or of a federation runtime. The bundler's own plugin
 * writes it: its code is 2 KB smaller than that of the runtime's, which loads both.
 */
function createContainer(app: App) {
  return new rspack.container.ModuleFederationPluginV1({
    name: app.name,
    filename: entryFile,
    library: { type: 'var', name: containerGlobal(app) },
    exposes: { [exposedModule]: { import: `./${app.folder}/remote.ts`, name: exposedChunk } },
    shared: Object.fromEntries(
      sharedModules.map((name) => [name, { singleton: true, requiredVersion: false, import: false }]),
    ),
    enhanced: false,
  })
}
