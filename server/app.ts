import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Configuration } from './configuration/configuration.ts'
import { consoleLink } from './console/console-link.ts'
import { type Console, createConsole } from './console/create-console.ts'
import type { SignInAccount } from './console/sign-in.ts'
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
import { releaseApi } from './release-api.ts'
import { assets } from './releases/assets/assets.ts'
import type { Discovery } from './releases/changes/discovery-repository.ts'
import { figures } from './releases/figures.ts'
import { cleanUp } from './releases/retention/clean-up.ts'
import { storeHealth } from './releases/storage/store-health.ts'
import { readDevelopmentDiscovery } from './rollouts/discovery/development-discovery.ts'
import { discoveryRoutes } from './rollouts/discovery/discovery-routes.ts'
import { followDiscovery } from './rollouts/discovery/follow-discovery.ts'
import { hosts } from './rollouts/hosts/hosts.ts'
import { type Claims, createClaims } from './rollouts/load-reports/claims.ts'
import { telemetry } from './rollouts/load-reports/telemetry.ts'
import { metrics } from './rollouts/metrics/metrics.ts'
import type { NotificationServices } from './rollouts/notifications/notifications.ts'
import { traceRequests } from './tracing/with-span.ts'

const maxBodyBytes = 64 * 1024 // a visitor's largest body is a form; releases set their own limit

/** What the server is built from; whoever opens it closes it. */
interface AppParts {
  readonly configuration: Configuration
  readonly database: Omit<Database, 'close'>
  readonly site: NotificationServices['site']
  readonly outbox: Outbox
  /** null: the rollout plane alone. */
  readonly features: SiteFeatures | null
}

export interface SiteFeatures {
  /** Other origins to which pages may connect, and send forms. */
  readonly origins: Readonly<Record<'getConnectOrigins' | 'getFormOrigins', () => readonly string[]>>
  /** Returns how accounts sign in to the console. */
  add(app: FastifyInstance, services: PlaneServices): Promise<SignInAccount>
}

interface PlaneServices extends Pick<AppParts, 'configuration' | 'database' | 'outbox'> {
  readonly direct: DirectRoutes
  readonly getSecurityHeaders: GetSecurityHeaders
  readonly discovery: Discovery
  readonly claims: Claims
  /** Checks can be added. */
  readonly readiness: HealthCheck[]
  /** What is forgotten when the database has gone back to an earlier state; more can be added. */
  readonly derived: { forgetAll(): void }[]
}

interface Listening {
  readonly direct: DirectRoutes
  readonly record: RecordResponse
  readonly eventLoop: EventLoopWatch
  readonly getSecurityHeaders: GetSecurityHeaders
}

interface Servers {
  readonly app: FastifyInstance
  /** null: it is turned off. */
  readonly console: Console | null
}

/** The servers without ports: use `inject` or `listen`. Closing `app` stops every feature, but not its parts. */
export async function buildApp(parts: AppParts, log?: FastifyBaseLogger): Promise<Servers> {
  const { configuration, features } = parts
  const record = createResponseRecorder()
  const eventLoop = createEventLoopWatch()
  const direct = createDirectRoutes(configuration, record, eventLoop)
  const { publicUrl, releasesFrom } = configuration
  const isDevelopment = releasesFrom !== null
  const getSecurityHeaders = createSecurityHeaders({
    publicUrl,
    ...features?.origins,
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
  const { configuration, database, site, outbox, features } = parts
  const { direct, getSecurityHeaders } = listening
  const { db, kind, isUnavailable, getWriteFailure, getPool, onceAvailable } = database
  const storage = { db, configuration }
  const readiness: HealthCheck[] = [await prepareRequests(app, parts, listening)]
  const claims = createClaims()
  const derived: PlaneServices['derived'] = [claims]
  const discovery = await openDiscovery(app, parts, derived)
  const dependencies: HealthCheck[] = []

  await app.register(health, { ...storage, getWriteFailure, readiness, dependencies })
  await app.register(pageStyles)
  await app.register(releaseApi, { ...storage, kind, onceAvailable, discovery, outbox, site })
  await app.register(discoveryRoutes, { db, discovery })
  await app.register(figures, { ...storage, discovery })
  await app.register(storeHealth, { configuration, dependencies })
  const state = { isUnavailable, getWriteFailure, getPool }
  await app.register(metrics, { ...storage, ...state, discovery, getSecurityHeaders })
  await app.register(cleanUp, storage)
  const receiver = telemetry(app, { ...storage, discovery, claims })
  await app.register(hosts, { ...storage, discovery, claims, receiver })
  await app.register(assets, { ...storage, direct, getSecurityHeaders })
  const plane = { configuration, database, outbox, direct, getSecurityHeaders }
  const signInAccount =
    features && (await features.add(app, { ...plane, discovery, claims, readiness, derived }))
  return addConsole(app, parts, signInAccount)
}

/** The console, which works without any release, and the site's link to it. */
async function addConsole(
  app: FastifyInstance,
  { configuration, database, site }: AppParts,
  signInAccount: SignInAccount | null,
): Promise<Console | null> {
  const { console: settings } = configuration
  const console =
    settings && (await createConsole(app, { ...database, configuration, settings, site, signInAccount }))
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
