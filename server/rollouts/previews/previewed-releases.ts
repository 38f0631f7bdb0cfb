import type { DiscoveryRelease, ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import type { Db } from '../../database/tables.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import { toDiscoveryRelease, toShellRelease } from '../../releases/changes/with-release.ts'
import {
  findDevRelease,
  findReleaseRecord,
  findShellRecord,
} from '../../releases/storage/release-repository.ts'
import type { Preview } from './preview-link.ts'

const maxReleases = 100

/** The releases that previews name, by remote, and that of the shell; null: none. */
interface PreviewedReleases {
  readonly previewed: ReadonlyMap<string, DiscoveryRelease>
  readonly previewedShell: ShellRelease | null
}

/** Reads the releases that previews name, and caches them because a release never changes. */
export function createPreviewedReleases(db: Db) {
  const cache = createBoundedCache<DiscoveryRelease>(maxReleases)
  const shells = createBoundedCache<ShellRelease>(maxReleases)
  const findNewest = (remote: string, session: string) =>
    findDevRelease(db, remote, session).catch(() => null) // as below

  return async (previews: readonly Preview[]): Promise<PreviewedReleases> => {
    const found = new Map<string, DiscoveryRelease>()
    let shell: ShellRelease | null = null
    for (const { remote, session, ...preview } of previews) {
      // A session shows another release after each build.
      const release = session === undefined ? preview.release : await findNewest(remote, session)
      if (release === null) continue
      if (remote === 'shell') {
        shell = shells.get(release) ?? (await readShellRelease(release))
        continue
      }
      const previewed = cache.get(`${remote}@${release}`) ?? (await read(remote, release))
      if (previewed !== null) found.set(remote, previewed)
    }
    return { previewed: found, previewedShell: shell }
  }

  async function read(remote: string, id: string): Promise<DiscoveryRelease | null> {
    const record = await findReleaseRecord(db, remote, id).catch(() => null) // database unavailable: show the usual release
    if (record === null) return null
    const release = toDiscoveryRelease(record)
    cache.set(`${remote}@${id}`, release)
    return release
  }

  async function readShellRelease(id: string): Promise<ShellRelease | null> {
    const record = await findShellRecord(db, id).catch(() => null) // as above
    if (record === null) return null
    const release = toShellRelease(record)
    shells.set(id, release)
    return release
  }
}
