import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { listFiles } from '@portico/tools/system/list-files.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { createRsbuild, rspack } from '@rsbuild/core'

/** A build of an application with its own tools, as a team without our kit makes it. */
export interface BuiltApp {
  readonly manifest: RemoteManifest
  /** The source: `e2e/apps/<source>`. */
  readonly source: string
  readonly version: string
  /** 8 hexadecimal digits. */
  readonly hash: string
  /** The name of the container: the remote's by default. */
  readonly container?: string
  /** Constants in the source. */
  readonly define?: Readonly<Record<string, string>>
}

const require = createRequire(import.meta.url)
const getPackage = (name: string) => dirname(require.resolve(`${name}/package.json`))

/**
 * Builds a federated container that exposes `./App`, with the plugin that most hosts and remotes use, and shared packages as its
 * documentation has them. Returns the folder of the release.
 */
export async function buildApp({
  manifest,
  source,
  version,
  hash,
  define = {},
  ...rest
}: BuiltApp): Promise<string> {
  const { name } = manifest
  const { container = name } = rest
  const folder = join(root, 'e2e', '.cache', 'apps', `${name}-${hash}`)
  rmSync(folder, { recursive: true, force: true })
  const rsbuild = await createRsbuild({
    cwd: join(root, 'e2e'),
    config: {
      mode: 'production',
      logLevel: 'error',
      source: { entry: { index: { import: 'data:text/javascript,', html: false } }, define },
      resolve: { alias: { react: getPackage('react-18'), 'react-dom': getPackage('react-dom-18') } },
      output: { distPath: { root: folder }, assetPrefix: 'auto', filenameHash: true },
      performance: { printFileSize: false },
      tools: {
        htmlPlugin: false,
        rspack: {
          output: { uniqueName: container },
          plugins: [
            new rspack.container.ModuleFederationPlugin({
              name: container,
              filename: 'remoteEntry.js',
              exposes: { './App': join(root, 'e2e', 'apps', source) },
              shared: { react: { singleton: true }, 'react-dom': { singleton: true } },
            }),
          ],
        },
      },
    },
  })
  await (await rsbuild.build()).close()
  writeRecord(folder, { manifest, version, hash, container })
  return folder
}

function writeRecord(
  folder: string,
  {
    manifest,
    version,
    hash,
    container,
  }: Pick<BuiltApp, 'manifest' | 'version' | 'hash'> & { container: string },
): void {
  const { name, pages, ...declared } = manifest
  const files = Object.fromEntries(
    listFiles(folder)
      .filter((file) => /\.(?:js|css)$/.test(file))
      .map((file) => {
        const bytes = readFileSync(join(folder, file))
        return [file, { integrity: computeIntegrity(bytes), bytes: bytes.length }]
      }),
  )
  const record: ReleaseRecord = {
    schemaVersion: 1,
    remote: name,
    app: './App',
    ...declared,
    version,
    hash,
    federationVersion: '0',
    exposes: ['./App'],
    global: container,
    entry: { file: 'remoteEntry.js', integrity: files['remoteEntry.js']?.integrity ?? '' },
    pages: pages.map((page) => ({ ...page, js: [], css: [] })),
    files,
  }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record))
}
