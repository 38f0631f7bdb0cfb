import fastifyCookie from '@fastify/cookie'
import type { Site } from '@portico/kit/site/site.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { PasswordAlgorithm } from './accounts/auth/passwords.ts'
import { mailbox } from './accounts/mailbox/mailbox.ts'
import { openAccounts } from './accounts/open-accounts.ts'
import type { Configuration } from './configuration/configuration.ts'
import { openContent } from './configuration/open-content.ts'
import { consoleLink } from './console/console-link.ts'
import { type Console, createConsole } from './console/create-console.ts'
import type { Database } from './database/database.ts'
import type { Outbox } from './email/outbox.ts'
import { createDirectRoutes, type DirectRoutes } from './http/direct/direct-routes.ts'
import { handleErrors } from './http/handle-errors.ts'
import { type HealthCheck, health } from './http/health.ts'
import { pageStyles } from './http/html/site-page.ts'
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
import { getConnectOrigins } from './pages/connect-origins.ts'
import { contentFiles } from './pages/content/content-files.ts'
import { createFormRenderer } from './pages/html/form-page.ts'
import { createFrameReader, layouts } from './pages/html/site-frame.ts'
import { icons } from './pages/icons/icons.ts'
import { pages } from './pages/pages.ts'
import { seo } from './pages/seo/seo.ts'
import { releaseApi } from './release-api.ts'
import type { Discovery } from './releases/changes/discovery-repository.ts'
import { figures } from './releases/figures.ts'
import { kit } from './releases/kit/kit.ts'
import { cleanUp } from './releases/retention/clean-up.ts'
import { storeHealth } from './releases/storage/store-health.ts'
import { readDevelopmentDiscovery } from './rollouts/discovery/development-discovery.ts'
import { discoveryRoutes } from './rollouts/discovery/discovery-routes.ts'
import { followDiscovery } from './rollouts/discovery/follow-discovery.ts'
import { createClaims } from './rollouts/load-reports/claims.ts'
import { telemetry } from './rollouts/load-reports/telemetry.ts'
import { metrics } from './rollouts/metrics/metrics.ts'
import { previews } from './rollouts/previews/previews.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { traceRequests } from './tracing/with-span.ts'

const maxBodyBytes = 64 * 1024 // a visitor's largest body is a form; releases set their own limit

/** What the server is built from; whoever opens it closes it. */
interface AppParts {
  readonly configuration: Configuration
  readonly database: Omit<Database, 'close'>
  readonly site: Site
  readonly outbox: Outbox
  readonly passwordAlgorithm?: PasswordAlgorithm
}

/** What exists before the app. */
interface Listening {
  readonly direct: DirectRoutes
  readonly record: RecordResponse
  readonly eventLoop: EventLoopWatch
  readonly getSecurityHeaders: GetSecurityHeaders
}

/** The site's server, and that of its console. */
interface Servers {
  readonly app: FastifyInstance
  /** null: it is turned off. */
  readonly console: Console | null
}

/** The site's servers without ports: use `inject` or `listen`. Closing `app` stops every feature, but not its parts. */
export async function buildApp(parts: AppParts, log?: FastifyBaseLogger): Promise<Servers> {
  const { configuration, site } = parts
  const record = createResponseRecorder()
  const eventLoop = createEventLoopWatch()
  const direct = createDirectRoutes(configuration, record, eventLoop)
  const { publicUrl, releasesFrom } = configuration
  const isDevelopment = releasesFrom !== null
  const getSecurityHeaders = createSecurityHeaders({
    publicUrl,
    getConnectOrigins: () => getConnectOrigins(site),
    getFormOrigins: () => getConnectOrigins({ apiBase: site.apiBase }), // requests to it, before the shell has started
    isDevelopment,
  })
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
    const console = await addFeatures(app, parts, { direct, record, eventLoop, getSecurityHeaders })
    await app.ready()
    return { app, console }
  } catch (cause) {
    await app.close() // otherwise the timers of the features would keep the process alive
    throw cause
  }
}

async function addFeatures(
  app: FastifyInstance,
  parts: AppParts,
  listening: Listening,
): Promise<Console | null> {
  const { configuration, database, site, outbox } = parts
  const { direct, getSecurityHeaders } = listening
  const { db, kind, isUnavailable, getWriteFailure, getPool, onceAvailable } = database
  const storage = { db, configuration }
  const readiness: HealthCheck[] = [await prepareRequests(app, parts, listening)]
  const claims = createClaims()
  const derived: { forgetAll(): void }[] = [claims]
  const discovery = await openDiscovery(app, parts, derived)
  const { passwordAlgorithm } = parts
  const accounts = await openAccounts({ ...storage, kind, isUnavailable, passwordAlgorithm }, app.log)
  app.addHook('onClose', () => accounts.stop())
  derived.push(accounts)
  const { readSession, readProfile } = accounts
  const content = openContent(configuration, (error) => app.log.warn({ err: error }, 'owner’s content'))
  const readFrame = createFrameReader({ configuration, discovery, site })
  const renderForm = createFormRenderer({ configuration, content, db, discovery, readProfile, site })
  const layout = { site, readFrame, readSession }
  const dependencies: HealthCheck[] = []

  await app.register(accounts.routes, { ...storage, ...layout, kind, outbox, renderForm })
  await app.register(health, { ...storage, getWriteFailure, readiness, dependencies })
  await app.register(pageStyles)
  await app.register(mailbox, { configuration, ...layout })
  await app.register(releaseApi, { ...storage, kind, onceAvailable, discovery, outbox, site })
  await app.register(discoveryRoutes, { db, discovery })
  await app.register(figures, { ...storage, discovery })
  await app.register(storeHealth, { configuration, dependencies })
  const state = { isUnavailable, getWriteFailure, getPool }
  await app.register(metrics, { ...storage, ...state, discovery, getSecurityHeaders })
  await app.register(cleanUp, storage)
  await app.register(previews, { ...storage, ...layout, discovery })
  await app.register(kit, { ...storage, discovery })
  await app.register(telemetry, { ...storage, discovery, claims })
  await app.register(assets, { ...storage, direct, getSecurityHeaders })
  await app.register(contentFiles, { configuration, content })
  await app.register(sandbox, { ...storage, site, discovery })
  await app.register(icons, { configuration, site, discovery })
  await app.register(layouts, { configuration, site, discovery })
  await app.register(closeMatches, { configuration, site, content, discovery, readSession })
  await app.register(seo, { configuration, site, content, discovery })
  const forPages = { ...layout, readProfile, direct, getSecurityHeaders, readiness }
  await app.register(pages, { ...storage, ...forPages, content, discovery, claims })
  return addConsole(app, parts, accounts)
}

/** The console, which works without any release, and the site's link to it. */
async function addConsole(
  app: FastifyInstance,
  { configuration, database, site }: AppParts,
  { verifyPassword }: Pick<Awaited<ReturnType<typeof openAccounts>>, 'verifyPassword'>,
): Promise<Console | null> {
  const { console: settings } = configuration
  const console =
    settings && (await createConsole(app, { ...database, configuration, settings, site, verifyPassword }))
  let isOpen = console !== null
  console?.server.addHook('onClose', async () => {
    isOpen = false
  })
  await app.register(consoleLink, { configuration, isOpen: () => isOpen })
  return console
}

/** What every request goes through. Returns the check whether the server still accepts requests. */
async function prepareRequests(
  app: FastifyInstance,
  { configuration, database }: AppParts,
  { direct, record, eventLoop, getSecurityHeaders }: Listening,
): Promise<HealthCheck> {
  app.addHook('preClose', async () => direct.stop())
  const isOpen = closeConnectionsOnStop(app, configuration)
  limitRequestTime(app, configuration)
  completeEmptyBodies(app)
  eventLoop.watch(app)
  measureRequests(app, record)
  if (configuration.openTelemetry !== null) traceRequests(app)
  await app.register(fastifyCookie)
  setSecurityHeaders(app, getSecurityHeaders)
  logSecurityEvents(app, configuration)
  handleErrors(app, database)
  warnAboutProxies(app, configuration)
  return isOpen
}

/** Whatever is `derived` from the database is forgotten when the database has gone back to an earlier state. */
async function openDiscovery(
  app: FastifyInstance,
  { configuration, database: { db, kind } }: AppParts,
  derived: readonly { forgetAll(): void }[],
): Promise<Discovery> {
  const { releasesFrom } = configuration
  const onError = (error: unknown) => app.log.error({ err: error }, 'discovery document')
  const onRestored = () => {
    for (const cache of derived) cache.forgetAll()
    app.log.warn(
      'The database has gone back to an earlier state, as after a restored backup or a failover. This server now serves that state. Check with `log --verify` what is missing.',
    )
  }
  const discovery =
    releasesFrom === null
      ? await followDiscovery({ db, kind, configuration }, { onError, onRestored })
      : readDevelopmentDiscovery(releasesFrom)
  app.addHook('onClose', () => discovery.stop())
  return discovery
}
