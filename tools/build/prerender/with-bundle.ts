import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { createRsbuild, type EnvironmentConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { withTemporaryFolder } from '../../system/with-temporary-folder.ts'
import { assetOutput } from '../asset-output.ts'
import type { App } from '../find-apps.ts'
import { isolateStyles } from '../isolate-styles.ts'
import { buildTimeModulesPlugin } from '../plugins/build-time-modules-plugin.ts'

const bundleName = 'prerendered'

/** What to bundle, and which files its imports `app/...` resolve to. */
interface BundleParts {
  readonly app: App
  readonly root: string
  readonly entry: string
  readonly alias: Readonly<Record<string, string>>
  /** Generated modules: source by the name under which the sources import them. */
  readonly modules?: Readonly<Record<string, string>>
}

/**
 * Bundles an app's sources for Node, with the class names and addresses of its release, and passes the module to `use`.
 * The bundle is deleted afterwards.
 */
export function withBundle<T>(parts: BundleParts, use: (module: unknown) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const generated = await writeModules(folder, parts.modules ?? {})
    const rsbuild = await createRsbuild({
      cwd: parts.root,
      config: {
        mode: 'production',
        logLevel: 'error',
        environments: {
          [bundleName]: createEnvironment({ ...parts, alias: { ...parts.alias, ...generated } }, folder),
        },
      },
    })
    const { close } = await rsbuild.build()
    await close()
    return use(await import(pathToFileURL(join(folder, `${bundleName}.mjs`)).href))
  })
}

/** Writes generated modules. Returns their aliases. */
async function writeModules(
  folder: string,
  modules: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const written = Object.entries(modules).map(async ([name, source], index) => {
    const file = join(folder, `generated-${index}.mjs`)
    await writeFile(file, source)
    return [`${name}$`, file] as const
  })
  return Object.fromEntries(await Promise.all(written))
}

function createEnvironment({ app, entry, alias }: BundleParts, folder: string): EnvironmentConfig {
  const styles = isolateStyles(app)
  return {
    source: { entry: { [bundleName]: entry } },
    // A remote has it from the shell, and the kit has the part of it that renders.
    resolve: { alias: { 'react-dom$': fileURLToPath(import.meta.resolve('react-dom')), ...alias } },
    output: {
      target: 'node',
      module: true,
      distPath: { root: folder, js: '', ...assetOutput.folders },
      filename: { js: '[name].mjs', ...assetOutput.filenames },
      dataUriLimit: assetOutput.dataUriLimit,
      assetPrefix: getReleaseFolder(app.name, getReleaseId(app)),
      emitAssets: false,
      minify: false,
      ...styles.output,
    },
    tools: { ...styles.tools, htmlPlugin: false },
    plugins: [pluginReact(), buildTimeModulesPlugin(bundleName)],
  }
}
