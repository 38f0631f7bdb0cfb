import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import * as v from 'valibot'

const Versions = v.optional(v.record(v.string(), v.string()), {})
const ManifestSchema = v.pipe(v.string(), v.parseJson(), v.object({ dependencies: Versions }))
const LockedSchema = v.object({
  version: v.optional(v.string(), ''),
  integrity: v.optional(v.string(), ''),
  /** A workspace, not a package. */
  link: v.optional(v.boolean(), false),
  dependencies: Versions,
  peerDependencies: Versions,
})
const LockFileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ packages: v.optional(v.record(v.string(), LockedSchema), {}) }),
)

type Locked = v.InferOutput<typeof LockFileSchema>['packages']

/**
 * The packages that the given workspaces (`''` is the root) depend on, directly and indirectly: where npm has put each one,
 * which decides its position in a bundle, and its version and integrity from `package-lock.json`. Sorted. Development
 * dependencies and optional ones, such as the programs of each platform, are left out. Throws when the lock file lacks a
 * dependency.
 */
export function listLockedPackages(root: string, workspaces: readonly string[]): string[] {
  const { packages } = v.parse(LockFileSchema, readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const lines = new Map<string, string>()
  const visit = (location: string) => {
    const locked = packages[location]
    if (locked === undefined || locked.link || lines.has(location)) return
    lines.set(location, `${location} ${locked.version} ${locked.integrity}`)
    for (const name of Object.keys(locked.dependencies)) visit(resolve(packages, location, name))
    for (const name of Object.keys(locked.peerDependencies)) {
      const peer = find(packages, location, name)
      if (peer !== undefined) visit(peer) // a peer that is not installed is optional
    }
  }
  for (const workspace of workspaces)
    for (const name of readDependencies(root, workspace)) visit(resolve(packages, workspace, name))
  return [...lines.values()].sort()
}

function readDependencies(root: string, workspace: string): string[] {
  const file = join(root, workspace, 'package.json')
  return existsSync(file) ? Object.keys(v.parse(ManifestSchema, readFileSync(file, 'utf8')).dependencies) : []
}

function resolve(packages: Locked, from: string, name: string): string {
  const location = find(packages, from, name)
  if (location !== undefined) return location
  throw new Error(`package-lock.json lacks ${name}, on which ${from || 'the root'} depends. Run npm install.`)
}

/** Where Node looks for a package: in the folder `from` and in each folder above it. */
function find(packages: Locked, from: string, name: string): string | undefined {
  const location = posix.join(from, 'node_modules', name)
  if (location in packages) return location
  return from === '' ? undefined : find(packages, posix.dirname(from).replace(/^\.$/, ''), name)
}
