import type { FastifyInstance } from 'fastify'
import type { Database } from './database/database.ts'
import { audit } from './releases/audit/audit.ts'
import type { Discovery } from './releases/changes/discovery-repository.ts'
import { releaseRoutes } from './releases/retention/release-routes.ts'
import { settings } from './releases/settings.ts'
import { tokens } from './releases/tokens/tokens.ts'
import { releases } from './releases/uploads/releases.ts'
import { agents } from './rollouts/agents/agents.ts'
import { rollouts } from './rollouts/control/rollouts.ts'
import { errorRoutes } from './rollouts/load-reports/error-routes.ts'
import { type NotificationServices, notifications } from './rollouts/notifications/notifications.ts'
import { visitorRoutes } from './rollouts/visitors/visitor-routes.ts'

interface ApiServices extends NotificationServices, Pick<Database, 'kind' | 'onceAvailable'> {
  readonly discovery: Discovery
}

/** The release API, for teams, the console and agents: `docs/release-api.md`. */
export async function releaseApi(app: FastifyInstance, services: ApiServices): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  await app.register(tokens, services)
  await app.register(audit, services)
  await app.register(releases, services)
  await app.register(releaseRoutes, services)
  await app.register(settings, services)
  await app.register(rollouts, services)
  await app.register(notifications, services)
  await app.register(visitorRoutes, services)
  await app.register(errorRoutes, services)
  await app.register(agents, services)
}
