import type { DiscoveryRelease } from '@portico/shared/release/discovery-document.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { toDiscoveryRelease } from '../discovery/with-release.ts'
import { findReleaseRecord } from '../storage/release-repository.ts'
import type { Preview } from './preview-link.ts'

const mostKept = 100

/** The releases that previews name, kept once they were read: a release never changes. */
export function createPreviewedReleases(db: Kysely<Tables>) {
  const kept = new Map<string, DiscoveryRelease>()
  return async (previews: readonly Preview[]): Promise<ReadonlyMap<string, DiscoveryRelease>> => {
    const found = new Map<string, DiscoveryRelease>()
    for (const { remote, release } of previews) {
      if (release === null) continue
      const known = kept.get(`${remote}@${release}`) ?? (await read(remote, release))
      if (known !== null) found.set(remote, known)
    }
    return found
  }

  async function read(remote: string, id: string): Promise<DiscoveryRelease | null> {
    const record = await findReleaseRecord(db, remote, id).catch(() => null) // the database is away: what the document says
    if (record === null) return null
    if (kept.size >= mostKept) kept.clear()
    const release = toDiscoveryRelease(record)
    kept.set(`${remote}@${id}`, release)
    return release
  }
}
