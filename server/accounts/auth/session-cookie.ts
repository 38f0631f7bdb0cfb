import { getSessionCookie } from 'better-auth/cookies'
import type { FastifyRequest } from 'fastify'
import { getAuthHeaders } from './account-context.ts'
import { cookiePrefix } from './auth.ts'

/** Whether a request has a session cookie. Only a hint: the session may have expired or been revoked. */
export function hasSessionCookie(request: Pick<FastifyRequest, 'headers'>): boolean {
  return getSessionCookie(getAuthHeaders(request), { cookiePrefix }) !== null
}
