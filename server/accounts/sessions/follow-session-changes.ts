import type { Configuration } from '../../configuration/configuration.ts'
import { listenForChanges } from '../../database/change-notifications.ts'
import type { Db } from '../../database/tables.ts'
import type { SessionCache } from '../auth/session-cache.ts'

/** The channel on which PostgreSQL triggers announce changed sessions: the payload is the user's id. */
const sessionChannel = 'portico_session'

const pollMs = 2_000 // as for the discovery document

interface Follower {
  stop(): Promise<void>
}

/**
 * Removes sessions from the cache that any server, or an administrator in the database, changes. Without a connection
 * for notifications, nothing is cached. In SQLite, a second process finds a change with its next poll.
 */
export async function followSessionChanges(
  { db, configuration }: { readonly db: Db; readonly configuration: Configuration },
  cache: SessionCache,
  { everyMs = pollMs }: { readonly everyMs?: number } = {},
): Promise<Follower> {
  const { databaseUrl } = configuration
  if (databaseUrl === null) return followCounter(db, cache, everyMs)
  const listener = listenForChanges(databaseUrl, {
    channel: sessionChannel,
    onChange: cache.forget,
    onConnect: () => cache.setFollowing(true),
    onDisconnect: () => cache.setFollowing(false),
  })
  void listener.ensureConnected()
  const timer = setInterval(() => void listener.ensureConnected(), everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await listener.stop()
    },
  }
}

async function followCounter(db: Db, cache: SessionCache, everyMs: number): Promise<Follower> {
  let known: number | null = null
  const poll = async () => {
    const counter = await db
      .selectFrom('session_change')
      .select('count')
      .executeTakeFirst()
      .catch(() => undefined)
    const count = counter?.count ?? null
    if (count !== known) cache.forgetAll()
    known = count
    cache.setFollowing(count !== null)
  }
  await poll()
  const timer = setInterval(() => void poll(), everyMs)
  return { stop: async () => clearInterval(timer) }
}
