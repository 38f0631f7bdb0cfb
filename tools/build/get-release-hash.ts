import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describePackages } from './describe-packages.ts'
import { listLockedPackages } from './list-locked-packages.ts'
import type { PrerenderInputs } from './prerender-inputs.ts'

/** Inputs of every build outside its own folder. */
const commonInputs = [
  'shared/kit',
  'shared/protocol',
  'tools/build',
  'rsbuild.config.ts',
  'tsconfig.base.json',
]
/** What only programs use of these: no app imports it, and no build. */
const forCommands = /^shared\/protocol\/(?:agents|command-line|publish|rollout|tokens)\//
/** Whose dependencies every build uses: the bundler is a dependency of the root. */
const commonWorkspaces = ['', 'shared/kit', 'shared/protocol', 'tools']
const ignored =
  /(?:^|\/)(?:node_modules|dist|testing|\.[^/]+)(?:\/|$)|\.(?:test|fixture)\.tsx?$|\.md$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock)$/
// Of the kit, Markdown is a part.
const hidden = /\/\./

/** Inputs of a build outside its own folder, in addition to the common ones. */
interface Inputs {
  /** Further files and folders of the repository, with their Markdown. */
  readonly reads?: readonly string[]
  readonly prerendered?: PrerenderInputs | null
  /** True for the kit, which runs commands. */
  readonly hasCommands?: boolean
  /** False where the build comes with the kit: the lock file pins it. */
  readonly isRepository?: boolean
}

/**
 * The hash of everything that the build of `folder` reads. It is known before the build, so that the bundle can contain
 * it. It is the same on every machine for the same sources and packages; another remote and its packages do not matter.
 */
export function getReleaseHash(
  root: string,
  folder: string,
  { prerendered = null, isRepository = true, ...options }: Inputs = {},
): string {
  const hash = createHash('sha256')
  for (const file of listInputs(root, folder, { ...options, isRepository })) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  const packages = isRepository
    ? listLockedPackages(root, [folder, ...commonWorkspaces])
    : describePackages(root)
  for (const line of packages) hash.update(`${line}\0`)
  if (prerendered !== null) hash.update(`${prerendered.tokensText}\0`)
  return hash.digest('hex').slice(0, 8)
}

/** The files that the build of `folder` reads, without those of packages. */
export function listInputs(
  root: string,
  folder: string,
  { reads = [], hasCommands = false, isRepository = true }: Omit<Inputs, 'prerendered'> = {},
): string[] {
  const sources = [folder, ...(isRepository ? commonInputs : [])].flatMap((input) => listFiles(root, input))
  const texts = reads.flatMap((input) => listFiles(root, input, hidden))
  return [...(hasCommands ? sources : sources.filter((file) => !forCommands.test(file))), ...texts]
}

function listFiles(root: string, path: string, ignoredPattern = ignored): string[] {
  if (ignoredPattern.test(path)) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(root, `${path}/${name}`, ignoredPattern))
}
