import type { RemotePage } from '@portico/shared/release/manifest.ts'
import type { FastifyRequest } from 'fastify'
import { hasSessionCookie } from '../../accounts/auth/session-cookie.ts'

/** Whether the visitor may see a page, as far as the cookie tells; otherwise not even its code is preloaded. */
export function mayOpen(
  { access }: Pick<RemotePage, 'access'>,
  request: Pick<FastifyRequest, 'headers'>,
): boolean {
  return access === 'open' || (access === 'auth' ? !hasSessionCookie(request) : hasSessionCookie(request))
}
