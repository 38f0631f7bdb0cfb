import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookieAttributes, getCookieName } from '../http/site-cookie.ts'
import { sessionMs } from '../releases/tokens/console-sessions.ts'

/** Reads the secret of a request's session; null: there is none. */
export type ReadSecret = (request: Pick<FastifyRequest, 'cookies'>) => string | null

/** The cookie that holds the secret of a session, for a console at `url`. */
export function createSessionCookie(url: string) {
  const name = getCookieName('portico_console', { publicUrl: url })
  const attributes = { ...getCookieAttributes({ publicUrl: url }), sameSite: 'strict' } as const
  const read: ReadSecret = ({ cookies }) => cookies[name] ?? null
  return {
    read,
    set: (reply: FastifyReply, secret: string) =>
      reply.setCookie(name, secret, { ...attributes, maxAge: sessionMs / 1_000 }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** What a page proves that it may read the console's responses with. It reveals nothing about the secret. */
export function getCsrfToken(secret: string): string {
  return createHmac('sha256', secret).update('csrf').digest('base64url')
}
