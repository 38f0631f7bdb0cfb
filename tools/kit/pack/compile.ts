import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../system/run-command.ts'
import { runCompiler } from '../../system/run-compiler.ts'

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

/**
 * Compiles the kit's modules, and every one that they import, to JavaScript and declarations, because Node runs no TypeScript
 * inside `node_modules`. Returns the folder below `folder` that has them, as in the repository.
 */
export async function compileModules(folder: string): Promise<string> {
  const output = join(folder, 'output')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify(createConfig(output)))
  await runCompiler(['-p', config], { output: 'capture' })
  return output
}

function createConfig(outDir: string): object {
  const modules = readdirSync(join(root, kit), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => isModule(name) && !/^(?:testing|node_modules|\.types)\//.test(name))
    .map((name) => `${kit}/${name}`)
  return {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noCheck: true, // `npm run check` has checked them
      allowJs: true,
      composite: false,
      incremental: false,
      tsBuildInfoFile: null,
      emitDeclarationOnly: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir,
      lib: ['es2024', 'dom', 'dom.iterable'],
      paths: {
        // not as installed packages: they are compiled, too
        '@portico/kit/*': [join(root, 'shared/kit/*')],
        '@portico/protocol/*': [join(root, 'shared/protocol/*')],
      },
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: [...tools, ...modules].map((file) => join(root, file)),
  }
}
