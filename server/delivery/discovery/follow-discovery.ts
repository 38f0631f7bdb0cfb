import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { DatabaseUnavailableError } from '../../database/database-unavailable.ts'
import { listenForNotices } from '../../database/notices.ts'
import type { Discovery, Services } from '../../services.ts'
import { ensureLocalReleases } from '../storage/ensure-local.ts'
import { cacheDiscovery, readCachedDiscovery } from './cached-discovery.ts'
import { readDiscovery, revisionChannel } from './discovery-repository.ts'

const pollMs = 2_000 // another server's change has to be served here within 5 s, even if no notice arrives

/** The discovery document in memory, updated when another server writes a revision. */
export interface FollowedDiscovery extends Discovery {
  stop(): Promise<void>
}

interface FollowOptions {
  readonly everyMs?: number
  /** Receives the reason why a document could not be cached for a start without the database, or its files not fetched. */
  readonly onError?: (error: unknown) => void
}

/**
 * Reads the discovery document and starts following it. While the database is unavailable the last document stays in
 * use; at startup that is the one that this machine served before, see `readCachedDiscovery`.
 */
export async function followDiscovery(
  { db, kind, configuration }: Pick<Services, 'db' | 'kind' | 'configuration'>,
  { everyMs = pollMs, onError = () => {} }: FollowOptions = {},
): Promise<FollowedDiscovery> {
  const { databaseUrl, dataDir } = configuration
  let isCached = false
  let document = await readDiscovery(db).catch((error: unknown) => {
    const cached = error instanceof DatabaseUnavailableError ? readCachedDiscovery(dataDir) : null
    if (cached === null) throw error
    isCached = true
    return cached
  })
  const download = async (newest: DiscoveryDocument) => {
    for (const name of await ensureLocalReleases({ db, configuration }, newest))
      onError(
        new Error(
          `The files of ${name} are neither on this machine nor in RELEASE_STORE. Start the machine that has them with that store configured, and it uploads them. Or publish the same build again.`,
        ),
      )
  }
  let caching = Promise.resolve()
  const cache = () => {
    if (kind !== 'postgres' || document.revision === 0) return
    caching = caching.then(() => cacheDiscovery(dataDir, document)).catch(onError) // always the newest one
  }
  if (!isCached) {
    await download(document)
    cache()
  }
  const refresh = async () => {
    const newest = await readDiscovery(db).catch(() => null)
    // The database wins over the cache, even if it was restored from an older backup.
    if (newest === null || (newest.revision <= document.revision && !isCached)) return
    const isComplete = await download(newest).then(
      () => true,
      (error: unknown) => {
        onError(error)
        return false // the release store is unavailable: keep serving what is here, and retry with the next poll
      },
    )
    if (!isComplete || newest.revision < document.revision) return
    document = newest
    isCached = false
    cache()
  }
  const onNotice = () => void refresh()
  const listener =
    databaseUrl === null
      ? null
      : listenForNotices(databaseUrl, { channel: revisionChannel, onNotice, onConnect: onNotice })
  if (!isCached) await listener?.ensureConnected()
  const poll = () => {
    void refresh()
    void listener?.ensureConnected()
  }
  const timer = setInterval(poll, everyMs)
  const stop = async () => {
    clearInterval(timer)
    await listener?.stop()
    await caching
  }
  return { read: () => document, refresh, stop }
}
