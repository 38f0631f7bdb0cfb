import type { Site } from '@portico/shared/site/site.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { account } from './account/account.ts'
import { assets } from './assets/assets.ts'
import { beacon } from './beacon/beacon.ts'
import type { Configuration } from './configuration.ts'
import type { Database } from './database/open-database.ts'
import { events } from './events/events.ts'
import { found } from './found/found.ts'
import { health } from './health/health.ts'
import { localFiles } from './local-preview/local-files.ts'
import type { Outbox } from './mail/outbox.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { decodableUrl } from './network/decodable-url.ts'
import { endConnectionsOnClose } from './network/end-connections.ts'
import { pages } from './pages/pages.ts'
import { plainPages } from './plain-page/plain-page.ts'
import { previews } from './previews/previews.ts'
import { answerWithProblems } from './problems/problem-documents.ts'
import { provider } from './provider/provider.ts'
import { documentOfFolder } from './releases/folder-document.ts'
import { followDocument, type LiveDocument } from './releases/live-document.ts'
import { releases } from './releases/releases.ts'
import { rollouts } from './rollouts/rollouts.ts'
import { setSecurityHeaders } from './security-headers/security-headers.ts'
import { tokens } from './tokens/tokens.ts'

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
