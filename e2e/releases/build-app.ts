import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import type { BuiltRelease } from '@portico/tools/release-cli/built-release.ts'
import { readFederatedBuild } from '@portico/tools/release-cli/federated/read-federated-build.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { createRsbuild, rspack } from '@rsbuild/core'

/** A build of an application with its own tools, as a team without our kit makes it. */
export interface AppSources {
  readonly manifest: RemoteManifest
  /** The source: `e2e/apps/<source>`. */
  readonly source: string
  readonly version: string
  /** The name of the container: the remote's by default. */
  readonly container?: string
  /** Whether the container is an ES module, as those of Vite are. A script by default. */
  readonly isModule?: boolean
  /** Constants in the source. */
  readonly define?: Readonly<Record<string, string>>
}

const require = createRequire(import.meta.url)
const getPackage = (name: string) => dirname(require.resolve(`${name}/package.json`))

/**
 * Builds a federated container that exposes `./App`, with the usual plugin and shared packages. Returns the build as the release CLI
 * reads it, and the options with which it does.
 */
export async function buildApp({
  manifest,
  source,
  version,
  define = {},
  isModule = false,
  ...rest
}: AppSources): Promise<BuiltRelease & { readonly options: readonly string[] }> {
  const { name } = manifest
  const { container = name } = rest
  const folder = join(root, 'e2e', '.cache', 'apps', `${name}-${version}`)
  rmSync(folder, { recursive: true, force: true })
  const rsbuild = await createRsbuild({
    cwd: join(root, 'e2e'),
    config: {
      mode: 'production',
      logLevel: 'error',
      source: { entry: { index: { import: 'data:text/javascript,', html: false } }, define },
      resolve: { alias: { react: getPackage('react-18'), 'react-dom': getPackage('react-dom-18') } },
      output: {
        distPath: { root: folder },
        assetPrefix: 'auto',
        filenameHash: true,
        sourceMap: { js: 'source-map' },
      },
      performance: { printFileSize: false },
      tools: {
        htmlPlugin: false,
        rspack: {
          output: {
            uniqueName: container,
            ...(isModule && { module: true, chunkFormat: 'module', chunkLoading: 'import' }),
          },
          plugins: [
            new rspack.container.ModuleFederationPlugin({
              name: container,
              filename: 'remoteEntry.js',
              manifest: !isModule, // which would call it a script
              ...(isModule && { library: { type: 'module' } }),
              exposes: { './App': join(root, 'e2e', 'apps', source) },
              shared: { react: { singleton: true }, 'react-dom': { singleton: true } },
            }),
          ],
        },
      },
    },
  })
  await (await rsbuild.build()).close()
  const file = `${folder}.json`
  writeFileSync(file, JSON.stringify(manifest))
  const record = readFederatedBuild(folder, { remote: name, version, manifest })
  return { folder, record, options: ['--folder', folder, '--manifest', file, '--release-version', version] }
}
