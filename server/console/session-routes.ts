import type { Site } from '@portico/kit/site/site.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import type { ConsoleSession } from '@portico/protocol/tokens/console-session.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '../http/problems/errors.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { makeChange } from '../releases/changes/make-change.ts'
import { endSession, startSession } from '../releases/tokens/console-sessions.ts'
import { findToken } from '../releases/tokens/token-repository.ts'
import { getCsrfToken, type SessionCookie } from './session-cookie.ts'
import { findSignedIn, type SignInServices } from './sign-in.ts'

interface SessionServices extends SignInServices {
  readonly site: Pick<Site, 'name'>
  readonly cookie: SessionCookie
}

const limits = { 'console-sign-in': { address: [{ max: 30, windowMs: 60_000 }], account: [] } } as const

/** `POST /session` signs in, always with a new session; `GET /session` is who is signed in; `DELETE /session` signs out; `GET /sign-in-methods` is who can. */
export async function sessionRoutes(app: FastifyInstance, services: SessionServices): Promise<void> {
  const { db, cookie, signInAccount } = services
  const attempts = createRateLimits(services, limits)

  app.post('/session', { config: { startsSession: true } }, async (request, reply) => {
    await attempts.byAddress('console-sign-in', request.ip)
    const token = await findSignedIn(services, request)
    const previous = cookie.read(request)
    const secret = await makeChange(services, token, async ({ trx, audit }) => {
      if (previous !== null) await endSession(trx, previous)
      audit({ what: 'console.sign-in', after: { scopes: token.scopes } })
      return startSession(trx, token.id)
    })
    cookie.set(reply, secret)
    return requireSession(services, secret, reply)
  })

  app.get(consolePaths.signInMethods, () => ({ accounts: signInAccount !== null }))

  app.get('/session', (request, reply) => requireSession(services, cookie.read(request), reply))

  app.delete('/session', async (request, reply) => {
    const secret = cookie.read(request) ?? ''
    cookie.clear(reply)
    const token = await findToken(db, secret)
    if (token !== null)
      await makeChange(services, token, async ({ trx, audit }) => {
        await endSession(trx, secret)
        audit({ what: 'console.sign-out' })
      })
    return reply.code(204).send()
  })
}

/** Who has the session. Throws `not-signed-in`, without the cookie, if it has ended. */
async function requireSession(
  { configuration, cookie, db, site }: SessionServices,
  secret: string | null,
  reply: FastifyReply,
): Promise<ConsoleSession> {
  const token = secret === null ? null : await findToken(db, secret)
  if (secret === null || token === null) {
    cookie.clear(reply)
    throw new Problem('not-signed-in')
  }
  const { name, scopes, expiresAt } = token
  const about = { name: site.name, url: configuration.publicUrl }
  return { name, scopes, expiresAt, csrfToken: getCsrfToken(secret), site: about }
}
