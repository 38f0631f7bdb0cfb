import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../system/run-command.ts'
import { runCompiler } from '../../system/run-compiler.ts'

/**
 * Compiles modules of this repository, and every one that they import, to JavaScript and declarations, because Node runs no TypeScript
 * inside `node_modules`. Returns the folder below `folder` that has them, as in the repository.
 */
export async function compileModules(folder: string, files: readonly string[]): Promise<string> {
  const output = join(folder, 'output')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify(createConfig(output, files)))
  await runCompiler(['-p', config], { output: 'capture' })
  return output
}

function createConfig(outDir: string, files: readonly string[]): object {
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
    files: files.map((file) => join(root, file)),
  }
}
