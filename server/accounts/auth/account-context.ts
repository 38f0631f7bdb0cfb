import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../http/problems/errors.ts'
import type { RateLimits } from '../../http/rate-limits/rate-limits.ts'
import type { Services } from '../../services.ts'
import type { Auth } from './auth.ts'
import type { PasswordHasher } from './passwords.ts'

/** What the account calls share. */
export interface AccountContext extends Services {
  readonly auth: Auth
  readonly limits: RateLimits
  readonly passwords: PasswordHasher
  readonly log: FastifyBaseLogger
}

/** The visitor's headers, as far as better-auth needs them: only the cookie. */
export function getAuthHeaders(request: FastifyRequest): Headers {
  return new Headers(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie })
}

/** Hands the cookies that better-auth sets on to the visitor. */
export function forwardCookies(reply: FastifyReply, headers: Headers | null | undefined): void {
  const cookies = headers?.getSetCookie() ?? []
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}

/** The session that the cookie names, or null. Prolongs it where it is a day old. */
export async function readSession({ auth }: AccountContext, request: FastifyRequest, reply: FastifyReply) {
  if (request.headers.cookie === undefined) return null
  const { headers, response } = await auth.api.getSession({
    headers: getAuthHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(reply, headers)
  return response
}

/** The session that the cookie names. Throws `not-signed-in` where there is none. */
export async function requireSession(context: AccountContext, request: FastifyRequest, reply: FastifyReply) {
  const session = await readSession(context, request, reply)
  if (session === null) throw new Problem('not-signed-in')
  return session
}
