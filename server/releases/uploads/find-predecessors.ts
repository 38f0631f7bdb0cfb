import { join } from 'node:path'
import { readDiscovery } from '../changes/discovery-repository.ts'
import type { Predecessor } from '../storage/deltas.ts'
import { ensureLocal, getServedReleases, parseFiles } from '../storage/ensure-local.ts'
import { getReleasePath, readFileIfExists } from '../storage/folder-store.ts'
import { selectStored } from '../storage/release-repository.ts'
import type { ReleaseName, ReleaseStorage } from '../storage/release-store.ts'

/** Bounds the time, space and memory that deltas take. A browser with an older release gets whole files. */
const maxPredecessors = 4

/**
 * The releases that browsers are most likely to have when they get the release `name`: the live ones, then the last
 * stable ones. Releases whose files are unavailable are skipped.
 */
export async function findPredecessors(services: ReleaseStorage, name: ReleaseName): Promise<Predecessor[]> {
  const { db, configuration } = services
  const served = getServedReleases(await readDiscovery(db)).filter(({ app }) => app === name.app)
  const ids = new Set(served.map(({ id }) => id))
  const rows = await selectStored(db, name.app)
    .select(['app', 'id', 'record', 'published_at', 'stable_at'])
    .where('id', '!=', name.id)
    .execute()
  const wereLive = rows
    .filter(({ id, stable_at }) => ids.has(id) || stable_at !== null)
    .sort(
      (a, b) =>
        Number(ids.has(b.id)) - Number(ids.has(a.id)) ||
        Number(b.stable_at ?? b.published_at) - Number(a.stable_at ?? a.published_at),
    )
  const predecessors: Predecessor[] = []
  for (const { app, id, record } of wereLive.slice(0, maxPredecessors)) {
    if (!(await ensureLocal(services, { app, id }).catch(() => false))) continue
    const folder = getReleasePath(configuration.dataDir, { app, id })
    predecessors.push({ files: parseFiles(record), read: (file) => readFileIfExists(join(folder, file)) })
  }
  return predecessors
}
