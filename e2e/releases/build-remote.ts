import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { createEnvironment } from '@portico/tools/build/create-environment.ts'
import { getProvidedVersions } from '@portico/tools/build/shared-packages.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { createRsbuild } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

/** The sources of a remote, as a team writes them. */
export interface RemoteSources {
  readonly manifest: RemoteManifest
  readonly version?: string
  /** 8 hexadecimal digits. */
  readonly hash?: string
  /** By path: pages, and packages in `node_modules`. */
  readonly files: Readonly<Record<string, string | Buffer>>
}

const entry = `import { createRoutes } from '@portico/kit/contract/create-routes.ts'
import { manifest } from './manifest.ts'

export const remote = {
  routes: createRoutes(manifest, (route) => import(/* webpackChunkName: "[request]" */ \`./pages/\${route}/route.tsx\`)),
}
`

/** Builds a remote of these sources with the preset of every remote. Returns the folder of the release. */
export async function buildRemote({
  manifest,
  version = '1.0.0',
  hash = '0a1b2c3d',
  files,
}: RemoteSources): Promise<string> {
  const { name } = manifest
  const folder = join(root, 'e2e', '.cache', 'remotes', `${name}-${hash}`)
  rmSync(folder, { recursive: true, force: true })
  const sources = {
    'remote.ts': entry,
    'manifest.ts': `export const manifest = ${JSON.stringify(manifest)}`,
    'package.json': JSON.stringify({ name: `remote-${name}`, type: 'module' }),
    ...files,
  }
  for (const [file, content] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  const prerendered = manifest.pages.some(({ prerender }) => prerender) ? { tokensText: '' } : null
  const app = { name, folder: '.', version, hash, manifest, prerendered }
  const environment = createEnvironment(app, { provides: getProvidedVersions({ folder: 'shell' }) })
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      root: folder,
      mode: 'production',
      logLevel: 'error',
      plugins: [pluginReact()],
      environments: { [name]: environment },
    },
  })
  await (await rsbuild.build()).close()
  return join(folder, 'dist', name)
}
