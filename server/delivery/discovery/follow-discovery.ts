import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import type { Services } from '../../app.ts'
import { DatabaseAway } from '../../database/database-unavailable.ts'
import { bringDocument } from '../storage/ensure-local.ts'
import { keepLastDocument, readLastDocument } from './cached-discovery.ts'
import { readDocument } from './discovery-repository.ts'
import { hearRevisions } from './revision-notices.ts'

const pollMs = 2_000 // another instance's change has to be served here within 5 s, also where no notice arrives

/** The release document, kept in memory and read again when another instance has written. */
export interface LiveDocument {
  read(): DiscoveryDocument
  /** Looks for a newer one now. Never rejects. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

interface FollowOptions {
  readonly everyMs?: number
  /** Hears why a document could not be kept for a start without the database, or its files not be fetched. */
  readonly onError?: (error: unknown) => void
}

/**
 * Reads the document and begins to follow it. A database that is away leaves the last one in use: at a start the one
 * that this machine served before, see `readLastDocument`.
 */
export async function followDocument(
  { db, kind, configuration }: Pick<Services, 'db' | 'kind' | 'configuration'>,
  { everyMs = pollMs, onError = () => {} }: FollowOptions = {},
): Promise<LiveDocument> {
  const { databaseUrl, dataDir } = configuration
  let isLast = false
  let document = await readDocument(db).catch((error: unknown) => {
    const last = error instanceof DatabaseAway ? readLastDocument(dataDir) : null
    if (last === null) throw error
    isLast = true
    return last
  })
  const bring = async (newest: DiscoveryDocument) => {
    for (const name of await bringDocument({ db, configuration }, newest))
      onError(
        new Error(
          `The files of ${name} are neither here nor in RELEASE_STORE. Start the machine that has them with that store: it copies them. Or publish the same build again.`,
        ),
      )
  }
  let keeping = Promise.resolve()
  const keep = () => {
    if (kind !== 'postgres' || document.revision === 0) return
    keeping = keeping.then(() => keepLastDocument(dataDir, document)).catch(onError) // always the newest
  }
  if (!isLast) {
    await bring(document)
    keep()
  }
  const refresh = async () => {
    const newest = await readDocument(db).catch(() => null)
    // What the database has counts, were it restored from an older copy meanwhile.
    if (newest === null || (newest.revision <= document.revision && !isLast)) return
    const isComplete = await bring(newest).then(
      () => true,
      (error: unknown) => {
        onError(error)
        return false // The store of the files is away: what is here goes on, and the next look tries again.
      },
    )
    if (!isComplete || newest.revision < document.revision) return
    document = newest
    isLast = false
    keep()
  }
  const notices = databaseUrl === null ? null : hearRevisions(databaseUrl, () => void refresh())
  if (!isLast) await notices?.ensure()
  const look = () => {
    void refresh()
    void notices?.ensure()
  }
  const timer = setInterval(look, everyMs)
  const stop = async () => {
    clearInterval(timer)
    await notices?.stop()
    await keeping
  }
  return { read: () => document, refresh, stop }
}
