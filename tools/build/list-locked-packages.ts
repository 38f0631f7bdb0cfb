import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { readJson } from '../system/read-json.ts'
import { findLockedPackage, type LockedPackages, readLockedPackages } from './lock-file.ts'

const Versions = v.optional(v.record(v.string(), v.string()), {})
const ManifestSchema = v.object({ dependencies: Versions })

/**
 * The packages that the given workspaces (`''` is the root) depend on, directly and indirectly: where npm has put each one,
 * which decides its position in a bundle, and its version and integrity from `package-lock.json`. Sorted. Development
 * dependencies and optional ones, such as the programs of each platform, are left out. Throws when the lock file lacks a
 * dependency.
 */
export function listLockedPackages(root: string, workspaces: readonly string[]): string[] {
  const packages = readLockedPackages(root)
  const lines = new Map<string, string>()
  const visit = (location: string) => {
    const locked = packages[location]
    if (locked === undefined || locked.link || lines.has(location)) return
    lines.set(location, `${location} ${locked.version} ${locked.integrity}`)
    for (const name of Object.keys(locked.dependencies)) visit(resolve(packages, location, name))
    for (const name of Object.keys(locked.peerDependencies)) {
      const peer = findLockedPackage(packages, location, name)
      if (peer !== undefined) visit(peer) // a peer that is not installed is optional
    }
  }
  for (const workspace of workspaces)
    for (const name of readDependencies(root, workspace)) visit(resolve(packages, workspace, name))
  return [...lines.values()].sort()
}

function readDependencies(root: string, workspace: string): string[] {
  const file = join(root, workspace, 'package.json')
  return existsSync(file) ? Object.keys(readJson(file, ManifestSchema).dependencies) : []
}

function resolve(packages: LockedPackages, from: string, name: string): string {
  const location = findLockedPackage(packages, from, name)
  if (location !== undefined) return location
  throw new Error(`package-lock.json lacks ${name}, on which ${from || 'the root'} depends. Run npm install.`)
}
