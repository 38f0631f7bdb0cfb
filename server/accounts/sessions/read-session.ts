import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { unlessUnavailable } from '../../database/database-unavailable.ts'
import { withTimeout } from '../../http/requests/with-timeout.ts'
import { forwardCookies } from '../auth/account-context.ts'
import type { Auth } from '../auth/auth.ts'
import type {
  KnownSession,
  PeekSession,
  ReadSession,
  SessionCache,
  VerifiedSession,
} from '../auth/session-cache.ts'
import { toSessionRecord, toUnicodeEmail } from '../auth/visitor.ts'

interface ReaderParts extends Pick<Database, 'db' | 'isUnavailable'> {
  readonly auth: Auth
  readonly cache: SessionCache
  readonly onError: (error: unknown) => void
}

/** How long a page waits for the database. */
export const waitMs = 1_000 // a visitor is waiting for a page, which works without it
const signedOut: KnownSession = { visitor: null }

/** Reads sessions from memory; a query is needed only after the session or its user has changed. */
export interface SessionReader {
  /** For pages: waits at most a second for the database. */
  readonly read: ReadSession
  readonly peek: PeekSession
  /** The user whose session a request has; null: it has none, or it has ended. Rejects without the database. */
  readonly identify: (request: Pick<FastifyRequest, 'cookies'>) => Promise<string | null>
}

/** Creates a reader on a cache that follows what changes. */
export async function createSessionReader({
  auth,
  cache,
  db,
  isUnavailable,
  onError,
}: ReaderParts): Promise<SessionReader> {
  const { name } = (await auth.$context).authCookies.sessionToken
  const verify = createVerifier({ auth, db })

  const read: ReadSession = (request, reply) => {
    const value = request.cookies[name]
    if (value === undefined) return signedOut
    if (isUnavailable()) return 'unknown'
    const key = getKey(value)
    const known = cache.peek(key)
    if (known !== null) return { visitor: known.record }
    let isSent = false
    const onCookies = (headers: Headers | null) => {
      if (!isSent) forwardCookies(reply, headers)
    }
    const session = cache
      .read(key, () => verify(value, onCookies))
      .then(
        (verified): KnownSession => ({ visitor: verified?.record ?? null }),
        (error: unknown): KnownSession => {
          if (!isUnavailable()) unlessUnavailable(onError)(error)
          return 'unknown'
        },
      )
    return withTimeout<KnownSession, KnownSession>(waitMs, session, 'unknown').finally(() => {
      isSent = true
    })
  }

  return {
    read,
    async identify({ cookies }) {
      const value = cookies[name]
      if (value === undefined) return null
      const session = await cache.read(getKey(value), () => verify(value, () => {}))
      return session?.userId ?? null
    },
    peek({ cookies }) {
      const value = cookies[name]
      return value === undefined || isUnavailable() ? null : cache.peek(getKey(value))
    },
  }
}

const getKey = (value: string) => hash('sha256', value, 'base64url')

/** Verifies the session of a cookie's value, and extends one that is at least a day old; `onCookies` receives the new cookies. */
function createVerifier({ auth, db }: Pick<ReaderParts, 'auth' | 'db'>) {
  return async (value: string, onCookies: (headers: Headers) => void): Promise<VerifiedSession | null> => {
    const { authCookies, sessionConfig } = await auth.$context
    // Only this cookie, because it is the key of the cache.
    const cookie = `${authCookies.sessionToken.name}=${encodeURIComponent(value)}`
    const { headers, response } = await auth.api.getSession({
      headers: new Headers({ cookie }),
      returnHeaders: true,
    })
    onCookies(headers)
    if (response === null) return null
    const record = await toSessionRecord({ db }, response.user)
    const verifiedUntil =
      response.session.expiresAt.getTime() - (sessionConfig.expiresIn - sessionConfig.updateAge) * 1_000
    const email = toUnicodeEmail(response.user.email)
    return { userId: response.user.id, record, email, verifiedUntil }
  }
}
