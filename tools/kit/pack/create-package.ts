import { join } from 'node:path'
import { contractVersion } from '@portico/kit/contract/contract-version.ts'
import * as v from 'valibot'
import { getProvidedVersions } from '../../build/shared-packages.ts'
import { readJson } from '../../system/read-json.ts'
import { root } from '../../system/run-command.ts'
import { readImportRule } from '../import-rule.ts'
import { supportedNode } from '../supported-node.ts'
import { bundledPackages, listBundledDependencies } from './bundled-packages.ts'
import { listExports } from './declarations.ts'
import { findInstalled } from './find-installed.ts'
import { type KitFiles, listImportedPackages } from './list-files.ts'

/** The module that `portico` runs. */
export const program = 'tools/kit/portico.js'

/** What a repository needs in addition to the packages that the kit's modules import: compiler and types. */
const further = ['@types/react', 'react-router', 'typescript']

/** The `package.json` of the kit. Its dependencies are the installed versions of what its modules import. */
export function createPackage(files: KitFiles, id: string): object {
  const { name } = readJson(join(root, 'shared/kit/package.json'), v.object({ name: v.string() }))
  const bundled = listBundledDependencies()
  const names = [...new Set([...listImportedPackages(files), ...further, ...bundled.names])].toSorted()
  return {
    name,
    version: id,
    description: 'Everything a remote of a Portico site needs: contract, UI kit, build and release commands.',
    license: 'MIT',
    publishConfig: { tag: 'latest' }, // npm publishes a version with a hyphen only under a tag that is named
    type: 'module',
    engines: { node: supportedNode },
    bin: { portico: program },
    exports: {
      './package.json': './package.json',
      './tsconfig.json': './tsconfig.json',
      ...listExports(),
    },
    dependencies: Object.fromEntries(
      names.map((dependency) => [dependency, findInstalled(dependency).version]),
    ),
    optionalDependencies: bundled.optional,
    bundleDependencies: bundledPackages,
    portico: {
      contractVersion,
      provides: getProvidedVersions({ folder: 'shell' }),
      imports: readImportRule(),
    },
  }
}
