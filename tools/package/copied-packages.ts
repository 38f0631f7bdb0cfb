import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findLockedPackage, readLockedPackages } from '../build/lock-file.ts'
import { root } from '../system/run-command.ts'
import { copiedPackages } from './bundle-program.ts'

const program = /\/@img\/sharp-(?!libvips-|wasm)([^/]+)$/

/**
 * Finds the packages with binaries and their dependencies. Of optional packages, only those of this platform are
 * installed.
 */
export function findCopiedPackages() {
  const packages = readLockedPackages(root)
  const locations = new Set<string>()
  const visit = (from: string, name: string) => {
    const location = findLockedPackage(packages, from, name)
    if (location === undefined || locations.has(location) || !existsSync(join(root, location))) return
    locations.add(location)
    const { dependencies = {}, optionalDependencies = {} } = packages[location] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(location, next)
  }
  for (const name of copiedPackages) visit('server', name)
  const platform = [...locations].flatMap((location) => program.exec(location)?.[1] ?? [])[0]
  if (platform === undefined)
    throw new Error('The package sharp has no binary for this platform. Run npm install.')
  return {
    /** Locations such as `node_modules/sharp`. */
    locations: [
      ...locations,
    ].toSorted() /** As in the names of the binaries, such as `linux-x64` or `linuxmusl-arm64`. */,
    platform,
  }
}
