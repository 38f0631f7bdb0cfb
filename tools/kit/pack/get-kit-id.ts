import { limitsGuide } from '@portico/protocol/publish/limits-guide.ts'
import { getReleaseHash, listInputs } from '../../build/get-release-hash.ts'
import { readPackage } from '../../build/read-sources.ts'
import { getSourceTime } from './get-source-time.ts'

/** What the kit has besides the tools. */
const inputs = { reads: ['docs/contract', limitsGuide, 'biome.json'], hasCommands: true }

/**
 * The id of the kit of the sources in `root`, which is also its version: `1.2.0-20261125135522-0a1b2c3d`. It has the
 * version of the project, the time of the last change and a hash of the contents, like a pseudo-version of Go. So every
 * kit has a version of its own, and npm orders those of one version by their age.
 */
export function getKitId(root: string): string {
  const files = [...listInputs(root, 'tools', inputs), 'package-lock.json']
  const hash = getReleaseHash(root, 'tools', inputs)
  return toKitId(readPackage(root, '.').version, getSourceTime(root, files), hash)
}

/** Joins the parts of an id. Kits of a prerelease have its number, too: the time says which one is newer. */
export function toKitId(version: string, time: Date, hash: string): string {
  const digits = time.toISOString().replace(/\D/g, '').slice(0, 'yyyymmddhhmmss'.length)
  // A hyphen before the hash: after a dot, one without letters would be a number, which must not begin with 0.
  return `${version.replace(/-.*/, '')}-${digits}-${hash}`
}
