import type { Site } from '@portico/shared/site/site.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { account } from './accounts/accounts.ts'
import type { Outbox } from './accounts/email/outbox.ts'
import { mailbox } from './accounts/mailbox/mailbox.ts'
import type { Configuration } from './configuration/configuration.ts'
import type { Database } from './database/open-database.ts'
import { events } from './delivery/audit/audit.ts'
import { documentOfFolder } from './delivery/discovery/development-discovery.ts'
import { followDocument, type LiveDocument } from './delivery/discovery/follow-discovery.ts'
import { localFiles } from './delivery/previews/local-files.ts'
import { previews } from './delivery/previews/previews.ts'
import { releases } from './delivery/releases/releases.ts'
import { rollouts } from './delivery/rollouts/rollouts.ts'
import { beacon } from './delivery/telemetry/telemetry.ts'
import { tokens } from './delivery/tokens/tokens.ts'
import { health } from './http/health.ts'
import { plainPages } from './http/html/plain-page.ts'
import { answerWithProblems } from './http/problems/handle-errors.ts'
import { endConnectionsOnClose } from './http/requests/close-connections.ts'
import { decodableUrl } from './http/requests/to-decodable-url.ts'
import { setSecurityHeaders } from './http/security-headers/security-headers.ts'
import { assets } from './pages/assets/assets.ts'
import { pages } from './pages/pages.ts'
import { found } from './pages/seo/seo.ts'
import { provider } from './sandbox/sandbox.ts'

/** What every feature may use. */
export interface Services extends Omit<Database, 'close'> {
  readonly configuration: Configuration
  readonly site: Site
  readonly mail: Outbox
  /** What is released, always the newest revision. */
  readonly document: Pick<LiveDocument, 'read' | 'refresh'>
  /** Health asks each: null when it can serve, else a sentence with the reason. A feature pushes its own. */
  readonly readiness: (() => Promise<string | null>)[]
}

/** A feature adds its routes (and its `onClose`) to the app. */
type Feature = (app: FastifyInstance, services: Services) => Promise<void>

const features: readonly Feature[] = [
  health,
  plainPages,
  mailbox,
  account,
  tokens,
  events,
  releases,
  rollouts,
  previews,
  localFiles,
  beacon,
  assets,
  provider,
  found,
  pages,
]

const maxBodyBytes = 64 * 1024 // the largest body of a visitor is a form; releases set their own limit

/** The site's server without a port: use `inject` or `listen`. Closing it stops every feature, not the services. */
export async function buildApp(
  services: Omit<Services, 'readiness' | 'document'>,
  log?: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : {}),
    trustProxy: services.configuration.trustedProxy,
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url }) => decodableUrl(url ?? '/'),
  })
  endConnectionsOnClose(app)
  const { publicUrl, releasesFrom } = services.configuration
  setSecurityHeaders(app, { publicUrl, site: services.site, isDevelopment: releasesFrom !== null })
  answerWithProblems(app, services)
  const readiness: Services['readiness'] = []
  const onError = (error: unknown) => app.log.error({ err: error }, 'release document')
  const document =
    releasesFrom === null ? await followDocument(services, { onError }) : documentOfFolder(releasesFrom)
  app.addHook('onClose', () => document.stop())
  for (const feature of features) await app.register(feature, { ...services, document, readiness })
  await app.ready()
  return app
}
