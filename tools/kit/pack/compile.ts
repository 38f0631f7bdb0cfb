import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../system/run-command.ts'
import { runCompiler } from '../../system/run-compiler.ts'

/** The folders of `shared` that a remote may import, and the single modules next to them. */
const sharedFolders = ['account', 'api', 'content', 'contract', 'release', 'session', 'site', 'ui'] as const

/** The tools that a team calls; what they import follows. */
const tools = [
  'tools/kit/portico.ts',
  'tools/kit/test-page.ts',
  'tools/build/entries/empty.ts',
  'tools/build/prerender/render-remote.ts',
  'shared/testing/leak-detector.ts',
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
  const folders = sharedFolders.flatMap((folder) =>
    readdirSync(join(root, 'shared', folder)).map((name) => `shared/${folder}/${name}`),
  )
  const single = readdirSync(join(root, 'shared')).map((name) => `shared/${name}`)
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
      paths: { '@portico/shared/*': [join(root, 'shared/*')] }, // not as an installed package: it is compiled, too
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: [...tools, ...[...folders, ...single].filter(isModule)].map((file) => join(root, file)),
  }
}
