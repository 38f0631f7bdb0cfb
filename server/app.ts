import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { mailbox } from './accounts/mailbox/mailbox.ts'
import { openAccounts } from './accounts/open-accounts.ts'
import { openContent } from './configuration/open-content.ts'
import { createDirectRoutes, type DirectRoutes } from './http/direct/direct-routes.ts'
import { handleErrors } from './http/handle-errors.ts'
import { health } from './http/health.ts'
import { plainPages } from './http/html/plain-page.ts'
import { sitePages } from './http/html/site-page.ts'
import { warnAboutProxies } from './http/network/untrusted-proxy.ts'
import { createResponseRecorder, measureRequests, type RecordResponse } from './http/request-metrics.ts'
import { closeConnectionsOnStop, stopOptions } from './http/requests/close-connections.ts'
import {
  completeEmptyBodies,
  createLimitedServer,
  limitRequestTime,
} from './http/requests/limit-request-time.ts'
import { toDecodableUrl } from './http/requests/to-decodable-url.ts'
import { logSecurityEvents } from './http/security-events.ts'
import {
  createSecurityHeaders,
  type GetSecurityHeaders,
  setSecurityHeaders,
} from './http/security-headers/security-headers.ts'
import { createEventLoopWatch, type EventLoopWatch } from './http/watch-event-loop.ts'
import { assets } from './pages/assets/assets.ts'
import { closeMatches } from './pages/close-matches/close-matches.ts'
import { contentFiles } from './pages/content/content-files.ts'
import { createFormRenderer } from './pages/html/form-page.ts'
import { createFrameReader } from './pages/html/site-frame.ts'
import { icons } from './pages/icons/icons.ts'
import { pages } from './pages/pages.ts'
import { seo } from './pages/seo/seo.ts'
import { audit } from './releases/audit/audit.ts'
import { figures } from './releases/figures.ts'
import { kit } from './releases/kit/kit.ts'
import { cleanUp } from './releases/retention/clean-up.ts'
import { lifecycle } from './releases/retention/lifecycle.ts'
import { storeHealth } from './releases/storage/store-health.ts'
import { tokens } from './releases/tokens/tokens.ts'
import { releases } from './releases/uploads/releases.ts'
import { rollouts } from './rollouts/control/rollouts.ts'
import { readDevelopmentDiscovery } from './rollouts/discovery/development-discovery.ts'
import { discoveryRoutes } from './rollouts/discovery/discovery-routes.ts'
import { followDiscovery } from './rollouts/discovery/follow-discovery.ts'
import { createClaims } from './rollouts/load-reports/claims.ts'
import { telemetry } from './rollouts/load-reports/telemetry.ts'
import { metrics } from './rollouts/metrics/metrics.ts'
import { notifications } from './rollouts/notifications/notifications.ts'
import { localFiles } from './rollouts/previews/local-files.ts'
import { previews } from './rollouts/previews/previews.ts'
import { sandbox } from './sandbox/sandbox.ts'
import type { Services } from './services.ts'

/** A feature adds its routes (and its `onClose`) to the app. */
type Feature = (app: FastifyInstance, services: Services) => Promise<void>

const features: readonly Feature[] = [
  health,
  plainPages,
  sitePages,
  mailbox,
  tokens,
  audit,
  discoveryRoutes,
  figures,
  releases,
  storeHealth,
  rollouts,
  notifications,
  metrics,
  lifecycle,
  cleanUp,
  previews,
  localFiles,
  kit,
  telemetry,
  assets,
  contentFiles,
  sandbox,
  icons,
  closeMatches,
  seo,
  pages,
]

const maxBodyBytes = 64 * 1024 // a visitor's largest body is a form; releases set their own limit

type Opened = Omit<
  Services,
  | 'content'
  | 'readiness'
  | 'dependencies'
  | 'readSession'
  | 'direct'
  | 'getSecurityHeaders'
  | 'readProfile'
  | 'discovery'
  | 'claims'
  | 'readFrame'
  | 'renderForm'
>

/** What exists before the app. */
interface Listening {
  readonly direct: DirectRoutes
  readonly record: RecordResponse
  readonly eventLoop: EventLoopWatch
  readonly getSecurityHeaders: GetSecurityHeaders
}

/** The site's server without a port: use `inject` or `listen`. Closing it stops every feature, but not the services. */
export async function buildApp(services: Opened, log?: FastifyBaseLogger): Promise<FastifyInstance> {
  const { configuration } = services
  const record = createResponseRecorder()
  const eventLoop = createEventLoopWatch()
  const direct = createDirectRoutes(configuration, record, eventLoop)
  const { publicUrl, releasesFrom } = configuration
  const isDevelopment = releasesFrom !== null
  const getSecurityHeaders = createSecurityHeaders({ publicUrl, site: services.site, isDevelopment })
  const app: FastifyInstance = Fastify({
    ...(log ? { loggerInstance: log } : {}),
    trustProxy: configuration.trustedProxy,
    bodyLimit: maxBodyBytes,
    ...stopOptions,
    serverFactory: (fastify) =>
      createLimitedServer(configuration, direct.listen(fastify), {
        getHeaders: getSecurityHeaders,
        report: (ip, reason) => app.reportSecurityEvent({ ip }, reason),
      }),
    clientErrorHandler: () => {}, // every server has its own, also the second one at `localhost`
    childLoggerFactory: (logger) => logger, // a logger per request would only add a number
    rewriteUrl: ({ url }) => toDecodableUrl(url ?? '/'),
    pluginTimeout: 0, // features wait for the database, which has its own limits
  })
  try {
    await addFeatures(app, services, { direct, record, eventLoop, getSecurityHeaders })
  } catch (cause) {
    await app.close() // otherwise the timers of the features would keep the process alive
    throw cause
  }
  return app
}

async function addFeatures(
  app: FastifyInstance,
  services: Opened,
  { direct, record, eventLoop, getSecurityHeaders }: Listening,
): Promise<void> {
  app.addHook('preClose', async () => direct.stop())
  const isOpen = closeConnectionsOnStop(app, services.configuration)
  limitRequestTime(app, services.configuration)
  completeEmptyBodies(app)
  eventLoop.watch(app)
  measureRequests(app, record)
  await app.register(fastifyCookie)
  setSecurityHeaders(app, getSecurityHeaders)
  logSecurityEvents(app, services.configuration)
  handleErrors(app, services)
  warnAboutProxies(app, services.configuration)
  const readiness: Services['readiness'] = [isOpen]
  const dependencies: Services['dependencies'] = []
  const onError = (error: unknown) => app.log.error({ err: error }, 'discovery document')
  const derived: { forgetAll(): void }[] = []
  const { releasesFrom } = services.configuration
  const onRestored = () => {
    for (const one of derived) one.forgetAll()
    app.log.warn(
      'The database has gone back to an earlier state, as after a restored backup or a failover. This server now serves that state. Check with `log --verify` what is missing.',
    )
  }
  const discovery =
    releasesFrom === null
      ? await followDiscovery(services, { onError, onRestored })
      : readDevelopmentDiscovery(releasesFrom)
  app.addHook('onClose', () => discovery.stop())
  const accounts = await openAccounts(services, app.log)
  app.addHook('onClose', () => accounts.stop())
  const claims = createClaims()
  derived.push(accounts, claims)
  const content = openContent(services.configuration, (error) =>
    app.log.warn({ err: error }, 'owner’s content'),
  )
  const readFrame = createFrameReader({ ...services, discovery })
  const { readSession, readProfile } = accounts
  const renderForm = createFormRenderer({ ...services, content, discovery, readProfile })
  for (const feature of [accounts.routes, ...features])
    await app.register(feature, {
      ...services,
      content,
      readSession,
      direct,
      getSecurityHeaders,
      readProfile,
      discovery,
      claims,
      readFrame,
      renderForm,
      readiness,
      dependencies,
    })
  await app.ready()
}
