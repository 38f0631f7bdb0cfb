import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import type { FastifyRequest } from 'fastify'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import type { HeaderSink } from '../../http/direct/answer.ts'

export interface VerifiedSession {
  readonly userId: string
  readonly record: SessionRecord
  /** As its owner reads it: see `toUnicodeEmail`. */
  readonly email: string
  /** When it expires, or has to be extended: milliseconds since 1970. */
  readonly verifiedUntil: number
}

/** The session of the request's cookie if it is in memory and the database is available, otherwise null. */
export type PeekSession = (request: Pick<FastifyRequest, 'cookies'>) => VerifiedSession | null

/** Verified sessions in memory. Code that changes a session or its user must call `forget`. */
export interface SessionCache {
  /** The session under `key` in memory, or null. */
  peek(key: string): VerifiedSession | null
  /** The session under `key`, from memory or by `verify`; null: there is none, and the next caller verifies again. */
  read(key: string, verify: () => Promise<VerifiedSession | null>): Promise<VerifiedSession | null>
  /** Forgets the sessions of a user. A verification in progress may have read the user before the change: it isn't stored. */
  forget(userId: string): void
  forgetAll(): void
  /** False, as initially: changes made by other servers don't arrive, so nothing may be cached. */
  setFollowing(isFollowing: boolean): void
}

const maxSessions = 20_000 // about 350 bytes each

/** Creates an empty cache that does not follow other servers yet. */
export function createSessionCache(): SessionCache {
  const sessions = createBoundedCache<VerifiedSession>(maxSessions)
  const running = new Map<string, Promise<VerifiedSession | null>>()
  let isFollowing = false
  let changes = 0

  const forgetRunning = () => {
    changes += 1
    running.clear()
  }

  async function verifyAndKeep(key: string, verify: () => Promise<VerifiedSession | null>) {
    const before = changes
    const session = await verify()
    if (session !== null && isFollowing && changes === before) sessions.set(key, session)
    return session
  }

  const peek = (key: string) => {
    const known = sessions.get(key)
    return known !== undefined && known.verifiedUntil > Date.now() ? known : null
  }

  return {
    peek,
    async read(key, verify) {
      const known = peek(key)
      if (known !== null) return known
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const own = verifyAndKeep(key, verify).finally(() => {
        if (running.get(key) === own) running.delete(key)
      })
      running.set(key, own)
      return own
    },
    forget(userId) {
      forgetRunning()
      for (const [key, session] of sessions.entries()) if (session.userId === userId) sessions.delete(key)
    },
    forgetAll() {
      forgetRunning()
      sessions.clear()
    },
    setFollowing(now) {
      if (now === isFollowing) return
      isFollowing = now
      forgetRunning()
      sessions.clear()
    },
  }
}

/**
 * Who a request's session cookie belongs to; null: nobody is signed in; `unknown`: the database doesn't respond in
 * time.
 */
export type KnownSession = { readonly visitor: SessionRecord | null } | 'unknown'

/** Reads the session of a request: immediately if it is in memory, otherwise with a query, and extends it daily. Never rejects. */
export type ReadSession = (
  request: Pick<FastifyRequest, 'cookies'>,
  reply: HeaderSink,
) => KnownSession | Promise<KnownSession>
