import { formatCount } from '@portico/kit/format.ts'
import type { FastifyBaseLogger } from 'fastify'
import { readDiscovery } from '../changes/discovery-repository.ts'
import { findNamedRelease, getServedReleases } from '../storage/ensure-local.ts'
import { openReleaseStore } from '../storage/open-release-store.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { InvalidBuildError, type ReleaseName, type ReleaseStore } from '../storage/release-store.ts'

const retryMs = 30_000 // while the store or the database is unavailable

interface BackfillOptions {
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly everyMs?: number
}

/**
 * Uploads every release that is in the data folder but not in the S3-compatible store, for a site that stored its
 * releases in the folder before. Runs in the background until everything is uploaded, across restarts; the returned
 * function stops it.
 */
export function startBackfill(
  stores: ReleaseStorage,
  { log, everyMs = retryMs }: BackfillOptions,
): () => Promise<void> {
  if (stores.configuration.releaseStore === null) return async () => {}
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isLogged = false
  const attempt = async (): Promise<void> => {
    try {
      await backfillStore(stores, { log, signal: stopping.signal })
    } catch (err) {
      if (!isLogged)
        log.warn({ err }, 'The releases in the data folder are not in the release store yet. Retrying.')
      isLogged = true
      if (!stopping.signal.aborted) timer = setTimeout(start, everyMs)
    }
  }
  let running = attempt()
  function start() {
    running = attempt()
  }
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}

interface AttemptOptions extends Pick<BackfillOptions, 'log'> {
  readonly signal: AbortSignal
}

/** One attempt. Returns how many releases were uploaded; throws a StoreUnavailableError if the store is unavailable. */
export async function backfillStore(
  stores: ReleaseStorage,
  { log, signal }: AttemptOptions,
): Promise<number> {
  const store = openReleaseStore(stores.configuration)
  let uploaded = 0
  for (const name of await listPublished(stores.db)) {
    if (signal.aborted) break
    try {
      if (await upload(stores.db, store, name)) uploaded += 1
    } catch (err) {
      if (!(err instanceof InvalidBuildError)) throw err
      const problem = `${name.app}@${name.id} in the data folder differs from what was published, and the store has no copy.`
      log.warn({ err }, `${problem} Publish the same build again, or restore DATA_DIR from a backup.`)
    }
  }
  if (uploaded > 0) log.warn(`Uploaded ${formatCount(uploaded, 'release')} to RELEASE_STORE.`)
  return uploaded
}

async function upload(db: ReleaseStorage['db'], store: ReleaseStore, name: ReleaseName): Promise<boolean> {
  const release = await findNamedRelease(db, name) // it may have been collected since it was listed
  return release !== null && store.importLocal(release)
}

/** Live releases come first, because another machine may be waiting for them. */
async function listPublished(db: ReleaseStorage['db']): Promise<ReleaseName[]> {
  const served = getServedReleases(await readDiscovery(db))
  const rows = await db
    .selectFrom('release')
    .select(['app', 'id'])
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute()
  const isServed = ({ app, id }: ReleaseName) =>
    served.some((release) => release.app === app && release.id === id)
  return [...served, ...rows.filter((row) => !isServed(row))]
}
