import type { FastifyInstance } from 'fastify'
import type { Services } from '../app.ts'
import type { AccountContext } from './account-context.ts'
import { createAuth } from './auth.ts'
import { makeCallLimits } from './call-limits.ts'
import { confirmPage } from './confirm-page.ts'
import { makePasswords } from './passwords.ts'
import { profileRoutes } from './profile.ts'
import { providerRoutes } from './providers.ts'
import { resetRoutes } from './reset.ts'
import { refuseOtherOrigins } from './same-origin.ts'
import { signInRoutes } from './sign-in.ts'
import { signUpRoute } from './sign-up.ts'
import { startSweep } from './sweep.ts'
import { verifyRoutes } from './verify.ts'
import { visitorRoute } from './visitor.ts'

/** `/-/account/*`: see README.md for the calls. */
export async function account(app: FastifyInstance, services: Services): Promise<void> {
  const passwords = makePasswords()
  const auth = createAuth({ ...services, passwords, log: app.log })
  const context: AccountContext = {
    ...services,
    auth,
    passwords,
    limits: makeCallLimits(services),
    log: app.log,
  }
  app.removeContentTypeParser('text/plain') // a form of another site can send it without asking
  refuseOtherOrigins(app, services.configuration)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  for (const addRoutes of [
    visitorRoute,
    signUpRoute,
    signInRoutes,
    verifyRoutes,
    confirmPage,
    resetRoutes,
    profileRoutes,
    providerRoutes,
  ]) {
    addRoutes(app, context)
  }
  app.addHook('onClose', async () => stopSweep())
  const stopSweep = startSweep(services.db, (error) => app.log.error({ err: error }, 'sweep'))
}
