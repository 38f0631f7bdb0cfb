import { join, posix } from 'node:path'
import * as v from 'valibot'
import { readJson } from '../system/read-json.ts'

const Versions = v.optional(v.record(v.string(), v.string()), {})
const LockedSchema = v.object({
  version: v.optional(v.string(), ''),
  integrity: v.optional(v.string(), ''),
  /** The folder of a workspace, or the address that a package is downloaded from. */
  resolved: v.optional(v.string()),
  /** A workspace, not a package. */
  link: v.optional(v.boolean(), false),
  hasInstallScript: v.optional(v.boolean(), false),
  dependencies: Versions,
  optionalDependencies: Versions,
  peerDependencies: Versions,
})
const LockFileSchema = v.object({ packages: v.optional(v.record(v.string(), LockedSchema), {}) })

/** The packages of a lock file by location, such as `node_modules/react`; `''` is the project itself. */
export type LockedPackages = v.InferOutput<typeof LockFileSchema>['packages']

export function readLockedPackages(root: string): LockedPackages {
  return readJson(join(root, 'package-lock.json'), LockFileSchema).packages
}

/** Where Node looks for a package: in the folder `from` and in each folder above it. */
export function findLockedPackage(packages: LockedPackages, from: string, name: string): string | undefined {
  const location = posix.join(from, 'node_modules', name)
  if (location in packages) return location
  return from === '' ? undefined : findLockedPackage(packages, posix.dirname(from).replace(/^\.$/, ''), name)
}
