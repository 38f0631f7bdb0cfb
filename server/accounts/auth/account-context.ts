import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import type { Outbox } from '../../email/outbox.ts'
import type { HeaderSink } from '../../http/direct/answer.ts'
import type { SiteContext } from '../../http/html/site-page.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { AccountLimits } from '../account-limits.ts'
import type { RenderForm } from '../rendered-form.ts'
import type { Auth } from './auth.ts'
import type { PasswordHasher } from './passwords.ts'
import type { PeekSession, ReadSession, SessionCache } from './session-cache.ts'

export interface AccountServices extends SiteContext, Pick<Database, 'db' | 'kind'> {
  readonly configuration: Configuration
  readonly outbox: Outbox
  readonly readSession: ReadSession
  readonly renderForm: RenderForm
}

export interface AccountContext extends AccountServices {
  readonly auth: Auth
  readonly passwords: PasswordHasher
  /** The cache behind the services' `readSession`. */
  readonly sessions: SessionCache
  readonly peekSession: PeekSession
  readonly limits: AccountLimits
  readonly log: FastifyBaseLogger
}

/** The headers of a request that better-auth needs: only the cookie. */
export function getAuthHeaders({ headers }: Pick<FastifyRequest, 'headers'>): Headers {
  return new Headers(headers.cookie === undefined ? {} : { cookie: headers.cookie })
}

/** Forwards the cookies that better-auth sets to the browser. */
export function forwardCookies(reply: HeaderSink, headers: Headers | null | undefined): void {
  const cookies = headers?.getSetCookie() ?? []
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}

/** Starts a session for a user who has proved who they are, and sets its cookie. */
export async function startSession(
  { auth }: Pick<AccountContext, 'auth'>,
  userId: string,
  reply: HeaderSink,
): Promise<void> {
  const { headers } = await auth.api.startSession({ body: { userId }, returnHeaders: true })
  forwardCookies(reply, headers)
}

/** The session of the request's cookie, or null. Extends a session that is at least a day old. */
export async function readSession({ auth }: AccountContext, request: FastifyRequest, reply: FastifyReply) {
  if (request.headers.cookie === undefined) return null
  const { headers, response } = await auth.api.getSession({
    headers: getAuthHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(reply, headers)
  return response
}

/** The session of the request's cookie. Throws `not-signed-in` if there is none. */
export async function requireSession(context: AccountContext, request: FastifyRequest, reply: FastifyReply) {
  const session = await readSession(context, request, reply)
  if (session === null) throw new Problem('not-signed-in')
  return session
}
