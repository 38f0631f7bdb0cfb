import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { root } from '../system/run-command.ts'

/** Packages that a bundle can't contain, such as those with platform-specific binaries: they are copied, or dependencies. */
const ownFolders = {
  site: ['sharp'],
  plane: [],
  cli: ['playwright-core'], // reads files of its own
} as const
/** Optional packages that others look for. */
const optionalPackages = ['pg-native']

/** The packages beside the bundle of the site. */
export const copiedPackages: readonly string[] = ownFolders.site
/** The packages that the bundle of the CLI depends on. */
export const cliDependencies: readonly string[] = ownFolders.cli

/** What Node runs: the server, `npm run data`, and the modules of threads, which are next to what starts them. */
const planePrograms = {
  main: 'server/plane.ts',
  data: 'server/data-cli/main.ts',
  'find-sources': 'server/rollouts/load-reports/find-sources.ts',
  'read-templates': 'server/releases/uploads/read-templates.ts',
}
const programs = {
  plane: planePrograms,
  site: {
    ...planePrograms,
    main: 'server/main.ts',
    'derive-key': 'server/accounts/auth/derive-key.ts',
    'recompress-page': 'server/pages/html/recompress-page.ts',
  },
  cli: { portico: 'tools/release-cli/release-builds.ts' },
}

/** What a package runs: a site, the rollout plane alone, or the release commands. */
export type PackedProgram = keyof typeof programs

/**
 * Bundles a program with what it imports, unminified, so that stack traces can be read. Throws if it imports a package that
 * is neither bundled nor beside it.
 */
export async function bundleProgram(program: PackedProgram) {
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(programs[program]).map(([name, file]) => [name, join(root, file)]),
    ),
    cwd: root,
    platform: 'node',
    external: [...Object.values(ownFolders).flat(), ...optionalPackages],
    onLog: (level, log, handle) => {
      if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log) // "use client" means nothing to a server
    },
  })
  const { output } = await bundle.generate({
    format: 'esm',
    // CommonJS packages expect them.
    banner: 'const __filename = import.meta.filename, __dirname = import.meta.dirname;',
  })
  await bundle.close()
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
  requireOwnImports(chunks, ownFolders[program])
  return {
    /** By path: the programs, and what they share. */
    files: new Map(chunks.map(({ fileName, code }) => [fileName, Buffer.from(code)])),
    /** The folders of the packages that are in it. */
    packages: listPackages(chunks.flatMap(({ moduleIds }) => moduleIds)),
  }
}

function requireOwnImports(chunks: readonly OutputChunk[], copied: readonly string[]): void {
  const known = new Set([...chunks.map(({ fileName }) => fileName), ...copied, ...optionalPackages])
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const unknown = imported.filter(
    (name) => !known.has(name) && !name.startsWith('node:') && !builtinModules.includes(name),
  )
  if (unknown.length > 0)
    throw new Error(
      `The program imports ${unknown.join(', ')}, which can't be bundled. Add it to ownFolders in tools/package/bundle-program.ts.`,
    )
}

function listPackages(modules: readonly string[]): string[] {
  const folders = modules.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
  return [...new Set(folders)].toSorted()
}
