import { openKitStore } from '../../releases/kit/kit-store.ts'
import { openReleaseStore } from '../../releases/storage/open-release-store.ts'
import type { Running } from '../data-command.ts'
import type { DataLocation } from '../database/data-location.ts'
import { type StoredRelease, storeRelease } from '../stored-releases.ts'
import { parseReleaseEntry } from './check-release-entries.ts'
import { entryNames } from './manifest.ts'
import { readArchive } from './read-archive.ts'

/** Stores the files of these releases, and the packages of the remote kit. One release at a time is in memory. */
export async function restoreFiles(
  file: string,
  location: DataLocation,
  { releases, signal }: Pick<Running, 'signal'> & { readonly releases: readonly StoredRelease[] },
): Promise<void> {
  const store = openReleaseStore(location)
  const kits = openKitStore(location)
  const wanted = new Map(releases.map((release) => [`${release.app}/${release.id}`, release]))
  let current: { readonly release: string; readonly files: Map<string, Buffer> } | null = null
  const finish = async () => {
    const release = current && wanted.get(current.release) // undefined: it was collected while the backup ran
    if (current !== null && release) await storeRelease(store, release, current.files)
    current = null
  }
  for await (const { name, content } of readArchive(file)) {
    signal?.throwIfAborted()
    if (name.startsWith(entryNames.releases)) {
      const { release, file: path } = parseReleaseEntry(name)
      if (path === null) {
        await finish()
        current = { release, files: new Map() }
      } else current?.files.set(path, content)
      continue
    }
    await finish()
    const kit = name.startsWith(entryNames.kits) ? name.slice(entryNames.kits.length) : null
    if (kit === entryNames.currentKit) await kits.makeCurrent(content.toString())
    else if (kit !== null) await kits.add(kit.replace(/\.tgz$/, ''), content)
  }
}
