import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import { createRsbuild } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { checkRoutes } from '../build/check-routes.ts'
import { createEnvironment } from '../build/create-environment.ts'
import { findLockFile } from '../build/describe-packages.ts'
import type { App } from '../build/find-apps.ts'
import { isPrerendered } from '../build/find-metadata.ts'
import { getReleaseHash } from '../build/get-release-hash.ts'
import { readManifest, readPackage } from '../build/read-sources.ts'
import { readKit } from './read-kit.ts'

interface BuildOptions {
  /** What to build, if it has been read already. */
  readonly remote?: App
  /** Builds again after every change until `stop` is called, and calls this after each build; `hash` stays the same. */
  readonly onBuilt?: () => void
}

/** A built remote. */
export type BuiltRemote = Awaited<ReturnType<typeof buildRemote>>

/**
 * Reads what the repository in `root` builds, with `load` for its manifest. Throws a UsageError if it is not the repository of a
 * remote.
 */
export async function readRemote(root: string, load?: Parameters<typeof readManifest>[2]): Promise<App> {
  if (!readdirSync(root).includes('manifest.ts'))
    throw new UsageError(
      `There is no manifest.ts in ${root}. Run this in the folder of a remote; \`create <name>\` makes one.`,
    )
  checkLayout(root)
  const manifest = await readManifest(root, '.', load)
  const { version } = readPackage(root, '.')
  const hash = getReleaseHash(root, '.', { isRepository: false })
  const prerendered = isPrerendered(root, manifest) ? { tokensText: '' } : null // it draws no images
  return { name: manifest.name, folder: '.', version, hash, manifest, prerendered }
}

/** The kit brings React: pages import it without a dependency of their own, as npm allows. */
function checkLayout(root: string): void {
  const lockFile = findLockFile(root)
  if (lockFile === 'package-lock.json' || existsSync(join(root, 'node_modules/react'))) return
  throw new UsageError(
    `${root}/node_modules has no react, which the kit brings. With pnpm, write "nodeLinker: hoisted" into pnpm-workspace.yaml, with Yarn "nodeLinker: node-modules" into .yarnrc.yml. Then install again.`,
  )
}

/** Builds the remote in `root` into `dist/<name>`, with the preset of every remote of the site. Throws when it fails. */
export async function buildRemote(root: string, { onBuilt, ...options }: BuildOptions = {}) {
  const remote = options.remote ?? (await readRemote(root))
  // In development pages are rendered in the browser, which is faster.
  const app = onBuilt === undefined ? remote : { ...remote, prerendered: null }
  checkRoutes(root, [app])
  const rsbuild = await createRsbuild({
    cwd: root,
    config: {
      root,
      mode: 'production',
      logLevel: 'error',
      plugins: [pluginReact()],
      environments: {
        [app.name]: createEnvironment(app, {
          provides: readKit().provides,
          isForVisitors: onBuilt === undefined,
        }),
      },
    },
  })
  if (onBuilt !== undefined) rsbuild.onAfterBuild(({ stats }) => (stats?.hasErrors() ? undefined : onBuilt()))
  const { close } = await rsbuild.build({ watch: onBuilt !== undefined })
  if (onBuilt === undefined) await close()
  return { app, folder: join(root, 'dist', app.name), stop: close }
}
