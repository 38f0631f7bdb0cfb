import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import { requireSameOrigin } from '../http/requests/require-same-origin.ts'
import { createAccountLimits } from './account-limits.ts'
import type { AccountContext, AccountServices } from './auth/account-context.ts'
import { createAuth } from './auth/auth.ts'
import { authenticate, type PasswordAttempt } from './auth/authenticate.ts'
import { startDeletingExpired } from './auth/delete-expired.ts'
import { createPasswordHasher, type PasswordAlgorithm } from './auth/passwords.ts'
import { warnWithoutEmail } from './auth/require-email.ts'
import { createScrypt } from './auth/scrypt.ts'
import { createSessionCache } from './auth/session-cache.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { confirmPage } from './routes/confirm-page.ts'
import { changePasswordRoute, profileRoutes } from './routes/profile.ts'
import { requestResetRoute } from './routes/reset.ts'
import { resetPage } from './routes/reset-page.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { signUpRoute } from './routes/sign-up.ts'
import { verifyRoutes } from './routes/verify.ts'
import { followSessionChanges } from './sessions/follow-session-changes.ts'
import { createProfileReader } from './sessions/read-profile.ts'
import { createSessionReader } from './sessions/read-session.ts'

interface Parts extends Pick<Database, 'db' | 'kind' | 'isUnavailable'> {
  readonly configuration: Configuration
  /** Replaces scrypt in tests, where its 80 ms of CPU per password add up. No setting reaches it. */
  readonly passwordAlgorithm?: PasswordAlgorithm | undefined
}

/** Opens the accounts and starts following what other servers change. */
export async function openAccounts(services: Parts, log: FastifyBaseLogger) {
  const scrypt = createScrypt()
  const passwords = createPasswordHasher({ algorithm: services.passwordAlgorithm ?? scrypt })
  const sessions = createSessionCache()
  const auth = createAuth({ ...services, passwords, sessions, log })
  const onError = (error: unknown) => log.error({ err: error }, 'session')
  const reader = await createSessionReader({ ...services, auth, cache: sessions, onError })
  const following = await followSessionChanges(services, sessions)
  const limits = createAccountLimits(services)
  return {
    routes: (app: FastifyInstance, all: AccountServices) =>
      addAccountRoutes(app, { ...all, auth, limits, passwords, sessions, peekSession: reader.peek }),
    /** Verifies a login without signing the account in to the site: see `authenticate`. */
    verifyPassword: (attempt: PasswordAttempt) => authenticate({ ...services, limits, passwords }, attempt),
    readSession: reader.read,
    readProfile: createProfileReader(services, reader),
    forgetAll: sessions.forgetAll,
    async stop(): Promise<void> {
      await Promise.all([following.stop(), scrypt.stop()])
    },
  }
}

/** `/-/account/*`: see `docs/account-api.md`. */
async function addAccountRoutes(app: FastifyInstance, services: Omit<AccountContext, 'log'>): Promise<void> {
  const context: AccountContext = { ...services, log: app.log }
  warnWithoutEmail(services.configuration, app.log)
  app.removeContentTypeParser('text/plain') // a form on another site could send it without a CORS preflight
  requireSameOrigin(app, services.configuration)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  // After the body has been read, whose events would lose it.
  app.addHook('preHandler', (request, _reply, done) =>
    context.passwords.hashFor({ address: request.ip, isKnown: false }, done),
  )
  for (const addRoutes of [
    signUpRoute,
    signInRoutes,
    verifyRoutes,
    confirmPage,
    requestResetRoute,
    resetPage,
    profileRoutes,
    changePasswordRoute,
    oauthRoutes,
  ]) {
    addRoutes(app, context)
  }
  app.addHook('onClose', async () => stopDeleting())
  const stopDeleting = startDeletingExpired(services, (error) =>
    app.log.error({ err: error }, 'deleting expired accounts'),
  )
}
