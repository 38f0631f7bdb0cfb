import type { FastifyInstance } from 'fastify'
import { requireSameOrigin } from '../http/requests/require-same-origin.ts'
import { createAccountLimits } from './account-limits.ts'
import type { AccountContext } from './auth/account-context.ts'
import { startDeletingExpired } from './auth/delete-expired.ts'
import { warnWithoutEmail } from './auth/require-email.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { confirmPage } from './routes/confirm-page.ts'
import { changePasswordRoute, profileRoutes } from './routes/profile.ts'
import { requestResetRoute } from './routes/reset.ts'
import { resetPage } from './routes/reset-page.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { signUpRoute } from './routes/sign-up.ts'
import { verifyRoutes } from './routes/verify.ts'

/** `/-/account/*`: see `docs/account-api.md`. */
export async function addAccountRoutes(
  app: FastifyInstance,
  services: Omit<AccountContext, 'limits' | 'log'>,
): Promise<void> {
  const context: AccountContext = {
    ...services,
    limits: createAccountLimits(services),
    log: app.log,
  }
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
