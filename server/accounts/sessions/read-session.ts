import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { unlessUnavailable } from '../../database/database-unavailable.ts'
import type { KnownSession, ReadSession, Services } from '../../services.ts'
import type { Auth } from '../auth/auth.ts'
import { toSessionRecord } from '../auth/visitor.ts'
import type { SessionCache, VerifiedSession } from './session-cache.ts'

interface ReaderParts extends Pick<Services, 'db' | 'isUnavailable'> {
  readonly auth: Auth
  readonly cache: SessionCache
  readonly onError: (error: unknown) => void
}

const waitMs = 1_000 // a visitor is waiting for a page, which can do without
const signedOut: KnownSession = { visitor: null }

/** Reads sessions for pages: without a query, as long as neither the session nor its user changes. */
export async function createSessionReader({
  auth,
  cache,
  db,
  isUnavailable,
  onError,
}: ReaderParts): Promise<ReadSession> {
  const { name } = (await auth.$context).authCookies.sessionToken

  async function verify(value: string): Promise<VerifiedSession | null> {
    // Only this cookie, because it is what the cache knows the session by. The account API extends sessions.
    const headers = new Headers({ cookie: `${name}=${encodeURIComponent(value)}` })
    const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
    if (found === null) return null
    const record = await toSessionRecord({ db }, found.user)
    return { userId: found.user.id, record, expiresAt: found.session.expiresAt.getTime() }
  }

  return async (request) => {
    const value = request.cookies[name]
    if (value === undefined) return signedOut
    if (isUnavailable()) return 'unknown'
    const key = createHash('sha256').update(value).digest('base64url')
    const late = new AbortController()
    const session = cache
      .read(key, () => verify(value))
      .then(
        (verified): KnownSession => ({ visitor: verified?.record ?? null }),
        (error: unknown): KnownSession => {
          if (!isUnavailable()) unlessUnavailable(onError)(error)
          return 'unknown'
        },
      )
    const unknown = sleep(waitMs, 'unknown' as const, { signal: late.signal, ref: false }).catch(
      () => 'unknown' as const,
    )
    return Promise.race([session, unknown]).finally(() => late.abort())
  }
}
