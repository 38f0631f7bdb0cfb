import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { packFiles } from '../../build/pack-files.ts'
import { root } from '../../system/run-command.ts'
import { writeAtomically } from '../../system/write-atomically.ts'
import { listBundledFiles } from './bundled-packages.ts'
import { compileModules } from './compile.ts'
import { createPackage, program } from './create-package.ts'
import { getKitId } from './get-kit-id.ts'
import { listKitFiles } from './list-files.ts'

const output = join(root, 'dist')
const kitFile = /^kit-.*\.tgz$/

/**
 * Packs the kit into `dist/kit-<id>.tgz`, unless it exists. Returns the file. Several processes can
 * do so at the same time.
 */
export async function packKit(): Promise<string> {
  const id = getKitId(root)
  const file = join(output, `kit-${id}.tgz`)
  if (existsSync(file)) return file
  const folder = mkdtempSync(join(tmpdir(), 'portico-kit-'))
  try {
    const bytes = await createKit(id, join(folder, 'modules'))
    await writeAtomically(file, bytes)
    for (const name of readdirSync(output))
      if (kitFile.test(name) && name !== basename(file)) rmSync(join(output, name), { force: true })
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The kit's package, compiled in `folder`. Equal sources give equal bytes. */
export async function createKit(id: string, folder: string): Promise<Buffer> {
  const files = listKitFiles(await compileModules(folder))
  files.set('package.json', toJson(createPackage(files, id)))
  files.set('tsconfig.json', toJson(createTypeScriptConfiguration()))
  for (const [name, content] of listBundledFiles()) files.set(name, content)
  return packFiles(files, { folder: 'package', isProgram: (path) => path === program })
}

/** What the `tsconfig.json` of a repository extends: the settings of this one. */
function createTypeScriptConfiguration(): object {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'))
  const { composite, noEmitOnError, emitDeclarationOnly, rootDir, outDir, tsBuildInfoFile, ...options } =
    compilerOptions
  return {
    compilerOptions: {
      ...options,
      noEmit: true,
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
    },
    files: ['./node_modules/@rsbuild/core/types.d.ts'], // style sheets and images as modules
    include: ['ts', 'tsx'].map((ending) => `\${configDir}/**/*.${ending}`),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the compiler replaces it
    exclude: ['${configDir}/node_modules', '${configDir}/dist'],
  }
}

function toJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
