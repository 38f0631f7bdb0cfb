import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { contractVersion } from '@portico/kit/contract/contract-version.ts'
import * as v from 'valibot'
import { packFiles } from '../../build/pack-files.ts'
import { getProvidedVersions } from '../../build/shared-packages.ts'
import { readJson } from '../../system/read-json.ts'
import { root } from '../../system/run-command.ts'
import { withTemporaryFolder } from '../../system/with-temporary-folder.ts'
import { writeAtomically } from '../../system/write-atomically.ts'
import { readImportRule } from '../import-rule.ts'
import { supportedNode } from '../supported-node.ts'
import { bundledPackages, listBundledDependencies, listBundledFiles } from './bundled-packages.ts'
import { compileModules } from './compile-modules.ts'
import { listExports } from './declarations.ts'
import { findInstalled } from './find-installed.ts'
import { getKitId } from './get-kit-id.ts'
import { type KitFiles, listImportedPackages, listKitFiles } from './list-files.ts'
import { readRepository } from './read-repository.ts'

const output = join(root, 'dist')
const kitFile = /^kit-.*\.tgz$/
/** Style sheets and images as modules. It names their types by their package, which Yarn installs elsewhere. */
const assetTypes = 'assets.d.ts'

/**
 * Packs the kit into `dist/kit-<id>.tgz`, unless it exists. Returns the file. Several processes can
 * do so at the same time.
 */
export async function packKit(): Promise<string> {
  const id = getKitId(root)
  const file = join(output, `kit-${id}.tgz`)
  if (existsSync(file)) return file
  await writeAtomically(file, await withTemporaryFolder((folder) => createKit(id, join(folder, 'modules'))))
  for (const name of readdirSync(output))
    if (kitFile.test(name) && name !== basename(file)) rmSync(join(output, name), { force: true })
  return file
}

/** The kit's package, compiled in `folder`. Equal sources give equal bytes. */
export async function createKit(id: string, folder: string): Promise<Buffer> {
  const files = listKitFiles(await compileModules(folder, [...tools, ...listModules()]))
  files.set('package.json', toJson(createPackage(files, id)))
  files.set('tsconfig.json', toJson(createTypeScriptConfiguration()))
  files.set(assetTypes, Buffer.from('/// <reference types="@rsbuild/core/types" />\n'))
  for (const [name, content] of listBundledFiles()) files.set(name, content)
  return packFiles(files, { folder: 'package', isProgram: (path) => path === program })
}

/**
 * What the `tsconfig.json` of a repository extends: the settings of this one, without `exactOptionalPropertyTypes`. Components of many
 * packages are typed without it, and would not take a class of a CSS module.
 */
function createTypeScriptConfiguration(): object {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'))
  const {
    composite,
    noEmitOnError,
    emitDeclarationOnly,
    rootDir,
    outDir,
    tsBuildInfoFile,
    exactOptionalPropertyTypes,
    ...options
  } = compilerOptions
  return {
    compilerOptions: {
      ...options,
      noEmit: true,
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
    },
    files: [`./${assetTypes}`],
    include: ['ts', 'tsx'].map((ending) => `\${configDir}/**/*.${ending}`),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the compiler replaces it
    exclude: ['${configDir}/node_modules', '${configDir}/dist'],
  }
}

function toJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

/** What a remote may import. */
const kit = 'shared/kit'

/** The tools that a team calls; what they import follows. */
const tools = [
  'tools/kit/portico.ts',
  'tools/kit/test-page.ts',
  'tools/build/entries/empty.ts',
  'tools/build/prerender/render-remote.ts',
  'shared/kit/testing/leak-detector.ts',
]

const isModule = (name: string) => /\.tsx?$/.test(name) && !/\.(?:test|fixture)\.tsx?$/.test(name)

function listModules(): string[] {
  return readdirSync(join(root, kit), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => isModule(name) && !/^(?:testing|node_modules|\.types)\//.test(name))
    .map((name) => `${kit}/${name}`)
}

/** The module that `portico` runs. */
const program = 'tools/kit/portico.js'

/** What a repository needs in addition to the packages that the kit's modules import: compiler and types. */
const further = ['@types/react', 'react-router', 'typescript']

/** The `package.json` of the kit. Its dependencies are the installed versions of what its modules import. */
function createPackage(files: KitFiles, id: string): object {
  const { name } = readJson(join(root, 'shared/kit/package.json'), v.object({ name: v.string() }))
  const bundled = listBundledDependencies()
  const names = [...new Set([...listImportedPackages(files), ...further, ...bundled.names])].toSorted()
  return {
    name,
    version: id,
    description: 'Everything a remote of a Portico site needs: contract, UI kit, build and release commands.',
    license: 'MIT',
    ...readRepository(kit),
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
