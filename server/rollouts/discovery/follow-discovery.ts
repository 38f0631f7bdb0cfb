import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import pLimit from 'p-limit'
import { listenForChanges } from '../../database/change-notifications.ts'
import type { Database } from '../../database/database.ts'
import { DatabaseUnavailableError } from '../../database/database-unavailable.ts'
import type { Db } from '../../database/tables.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { readDiscovery, revisionChannel } from '../../releases/changes/discovery-repository.ts'
import { ensureLocal } from '../../releases/storage/ensure-local.ts'
import { createReleaseDownloads } from '../../releases/storage/release-downloads.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { cacheDiscovery, readCachedDiscovery } from './cached-discovery.ts'
import { toServable } from './to-servable.ts'

const pollMs = 2_000 // another server's change must be served here within 5 s, even if no notification arrives
const startPatienceMs = 5_000 // for the files of remotes; after that, the site starts without them

/** The discovery document in memory, updated when another server writes a revision. */
export interface FollowedDiscovery extends Discovery {
  stop(): Promise<void>
}

interface FollowOptions {
  readonly everyMs?: number
  readonly patienceMs?: number
  /** Receives the reason why a document could not be cached for a start without the database, or its files not fetched. */
  readonly onError?: (error: unknown) => void
  /** Called when the database has gone back to an earlier state: what was derived from the later one is wrong. */
  readonly onRestored?: () => void
}

/**
 * Reads the discovery document and starts following it. While the database is unavailable the last document stays in
 * use; at startup that is the one that this machine served before, see `readCachedDiscovery`. Otherwise the database is
 * right, whatever this server knows: it may have been restored from a backup, or a standby without the last changes
 * took over.
 */
export async function followDiscovery(
  { db, kind, configuration }: ReleaseStorage & { readonly kind: Database['kind'] },
  {
    everyMs = pollMs,
    patienceMs = startPatienceMs,
    onError = () => {},
    onRestored = () => {},
  }: FollowOptions = {},
): Promise<FollowedDiscovery> {
  const { databaseUrl, dataDir } = configuration
  const { isCached, ...first } = await readFirst(db, dataDir)
  let newest = first.document
  let document = newest
  const downloads = createReleaseDownloads({ db, configuration }, { onArrival: adopt, onError })
  let isStopped = false
  let caching = Promise.resolve()
  function cache(): void {
    if (isStopped || kind !== 'postgres' || document.revision === 0 || document !== newest) return
    caching = caching.then(() => cacheDiscovery(dataDir, document)).catch(onError) // always the newest one
  }

  function adopt(): void {
    const next = toServable(newest, { shown: document, hasFiles: downloads.has })
    if (isDeepStrictEqual(next, document)) return // the same object, so that what was derived from it stays valid
    document = next
    cache()
  }

  if (!isCached) {
    await startDownloads()
    cache()
  }

  // Nobody could open a page without the shell, so that one is waited for.
  async function startDownloads(): Promise<void> {
    const { shell } = newest
    if (shell !== null && configuration.releaseStore !== null)
      await ensureLocal({ db, configuration }, { app: 'shell', id: getReleaseId(shell) })
    const ended = new AbortController()
    const patience = sleep(patienceMs, undefined, { signal: ended.signal }).catch(() => {})
    await Promise.race([downloads.start(newest), patience])
    ended.abort()
    document = toServable(newest, { shown: null, hasFiles: downloads.has })
  }

  async function check(): Promise<void> {
    const found = await readDiscovery(db).catch(() => null)
    if (found === null) return
    if (!isDeepStrictEqual(found, newest)) {
      const isRestored = found.revision <= newest.revision
      newest = found
      if (isRestored) onRestored()
    }
    adopt()
    void downloads.start(newest)
  }

  const refresh = oneAtATime(check)
  const stopFollowing = await followChanges({ databaseUrl, refresh, everyMs, isConnected: !isCached })
  // Doesn't wait for a read in progress, because the database may hang; that read writes nothing any more.
  const stop = async () => {
    isStopped = true
    await stopFollowing()
    await caching
  }
  return { read: () => document, refresh, stop }
}

async function readFirst(db: Db, dataDir: string) {
  return readDiscovery(db).then(
    (document) => ({ document, isCached: false }),
    (error: unknown) => {
      const document = error instanceof DatabaseUnavailableError ? readCachedDiscovery(dataDir) : null
      if (document === null) throw error
      return { document, isCached: true }
    },
  )
}

/** Calls that come while it runs share one more run, so that a slow response never replaces a later one. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  const limit = pLimit(1)
  let next: Promise<void> | null = null
  return () => {
    next ??= limit(() => {
      next = null
      return run()
    })
    return next
  }
}

interface ChangeOptions {
  readonly databaseUrl: string | null
  readonly refresh: () => Promise<void>
  readonly everyMs: number
  /** Whether the database has responded. */
  readonly isConnected: boolean
}

/** Refreshes when another server writes a revision, and periodically. Returns a function that stops. */
async function followChanges({ databaseUrl, refresh, everyMs, isConnected }: ChangeOptions) {
  const onChange = () => void refresh()
  const listener =
    databaseUrl === null
      ? null
      : listenForChanges(databaseUrl, { channel: revisionChannel, onChange, onConnect: onChange })
  if (isConnected) await listener?.ensureConnected()
  const poll = () => {
    void refresh()
    void listener?.ensureConnected()
  }
  const timer = setInterval(poll, everyMs)
  return async () => {
    clearInterval(timer)
    await listener?.stop()
  }
}
