import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleHostPlugin } from '../build/bundle-host-plugin.ts'
import { compileModules } from '../kit/pack/compile-modules.ts'
import { removeInternalDeclarations } from '../kit/pack/declarations.ts'
import { supportedNode } from '../kit/supported-node.ts'
import { listFiles } from '../system/list-files.ts'
import { withTemporaryFolder } from '../system/with-temporary-folder.ts'
import { packForNpm } from './pack-for-npm.ts'
import type { PackageFiles } from './server-files.ts'

const source = 'shared/host'
/** What hosts and builds import. */
const modules = ['portico', 'unique-release']

/** Packs the plugin for hosts, with its types. Returns the file. */
export async function packHost(folder: string): Promise<string> {
  const files = await withTemporaryFolder(compileHost)
  files.set('portico.js', Buffer.from(await bundleHostPlugin()))
  const [plugin, uniqueRelease] = modules.map((name) => ({
    types: `./${name}.d.ts`,
    default: `./${name}.js`,
  }))
  return packForNpm(files, {
    folder,
    name: '@portico/host',
    source,
    description: 'Staged rollouts with automatic rollback for the Module Federation host that you have.',
    engines: { node: supportedNode },
    exports: { '.': plugin, './unique-release': uniqueRelease, './package.json': './package.json' },
    sideEffects: false,
  })
}

/** The compiled module for builds, and the types of both. */
async function compileHost(folder: string): Promise<PackageFiles> {
  const compiled = await compileModules(
    folder,
    modules.map((name) => `${source}/${name}.ts`),
  )
  const files: PackageFiles = new Map()
  for (const name of listFiles(join(compiled, source)))
    if (name.endsWith('.d.ts') || name === 'unique-release.js')
      files.set(name, readFileSync(join(compiled, source, name)))
  removeInternalDeclarations(files, (name) => modules.includes(name.replace('.d.ts', '')))
  return files
}
