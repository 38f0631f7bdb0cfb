import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listLockedPackages } from './list-locked-packages.ts'

/** The lock file of each package manager, and how it adds a package with an exact version. */
const packageManagers = {
  'package-lock.json': ['npm', 'install', '--save-exact', '--no-audit', '--no-fund'],
  'pnpm-lock.yaml': ['pnpm', 'add', '--save-exact'],
  'yarn.lock': ['yarn', 'add', '--exact'],
  'bun.lock': ['bun', 'add', '--exact'],
} as const

type LockFile = keyof typeof packageManagers

export const lockFiles = Object.keys(packageManagers) as LockFile[] // the keys of the object above

/** The lock file of the repository in `root`. Throws unless it has exactly one. */
export function findLockFile(root: string): LockFile {
  const [file, other] = lockFiles.filter((name) => existsSync(join(root, name)))
  if (file === undefined)
    throw new Error(
      `There is no lock file in ${root}. Install the packages with npm, pnpm, yarn or bun, and commit the file that it writes: ${lockFiles.join(', ')}.`,
    )
  if (other === undefined) return file
  throw new Error(
    `${root} has two lock files, ${file} and ${other}. Delete the one of the package manager that you don't use.`,
  )
}

/** The program and the arguments that add a package to the repository in `root`, with an exact version. */
export function getAddCommand(root: string): readonly [program: string, ...args: string[]] {
  return packageManagers[findLockFile(root)]
}

/**
 * What the packages of the repository in `root` are, for a hash: those that it depends on, from the lock file of npm, or the whole lock
 * file of another package manager, which changes with development dependencies, too.
 */
export function describePackages(root: string): string[] {
  const file = findLockFile(root)
  return file === 'package-lock.json'
    ? listLockedPackages(root, [''])
    : [readFileSync(join(root, file), 'utf8')]
}
