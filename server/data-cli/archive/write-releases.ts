import type { Configuration } from '../../configuration/configuration.ts'
import { openKitStore } from '../../releases/kit/kit-store.ts'
import { openReleaseStore } from '../../releases/storage/open-release-store.ts'
import { findDamage, type StoredRelease } from '../stored-releases.ts'
import { entryNames, type Manifest } from './manifest.ts'
import type { ArchiveWriter } from './open-archive-writer.ts'

type Stores = Pick<Configuration, 'dataDir' | 'releaseStore'>

/** Writes the files of releases, each release once. */
export function createReleaseWriter(configuration: Stores, archive: ArchiveWriter) {
  const store = openReleaseStore(configuration)
  const added = new Set<string>()
  let files = 0
  let bytes = 0
  return {
    /** Returns what is wrong with its files, which are then skipped; null: nothing. */
    async add(release: StoredRelease): Promise<string | null> {
      const folder = `${entryNames.releases}${release.app}/${release.id}/`
      if (added.has(folder)) return null
      const stored = await store.readAll(release)
      const damage = findDamage(release, stored)
      if (stored === null || damage !== null) return damage
      added.add(folder)
      await archive.add(folder + entryNames.releaseRecord, release.record)
      for (const [name, content] of stored) {
        await archive.add(folder + entryNames.releaseFiles + name, content)
        files += 1
        bytes += content.length
      }
      return null
    },
    getCounts: (): Manifest['releases'] => ({ count: added.size, files, bytes }),
  }
}

/** Writes the packages of the remote kit. Returns how many there are. */
export async function writeKits(configuration: Stores, archive: ArchiveWriter): Promise<number> {
  const kits = openKitStore(configuration)
  const current = await kits.readCurrent()
  let count = 0
  for (const id of await kits.list()) {
    const content = await kits.read(id)
    if (content === null) continue
    await archive.add(`${entryNames.kits}${id}.tgz`, content)
    count += 1
  }
  if (current !== null) await archive.add(entryNames.kits + entryNames.currentKit, current)
  return count
}
