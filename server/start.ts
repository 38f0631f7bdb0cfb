import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp, type SiteFeatures } from './app.ts'
import { type Configuration, readConfiguration } from './configuration/configuration.ts'
import { createDataFolder } from './configuration/create-data-folder.ts'
import { OperatorError } from './configuration/operator-error.ts'
import { requireProcessor } from './configuration/require-processor.ts'
import type { Console } from './console/create-console.ts'
import type { Database } from './database/database.ts'
import { DatabaseUnavailableError } from './database/database-unavailable.ts'
import { isDiskFull } from './database/disk-full.ts'
import type { Migrations } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { requireSiteSecret } from './database/site-secret-fingerprint.ts'
import { openOutbox } from './email/open-outbox.ts'
import { loggerOptions } from './http/logger.ts'
import { listenSeparately } from './http/separate-server.ts'
import { InvalidBuildError } from './releases/storage/release-store.ts'
import { StoreUnavailableError } from './releases/storage/s3-bucket.ts'
import { readCachedDiscovery } from './rollouts/discovery/cached-discovery.ts'
import type { NotificationServices } from './rollouts/notifications/notifications.ts'

/** What a server serves: the rollout plane alone, or a site, too. */
export interface Edition {
  readonly migrations: Migrations
  open(configuration: Configuration, log: FastifyBaseLogger): OpenedEdition
  publish(
    stores: Omit<Database, 'close'> & { readonly configuration: Configuration },
    log: FastifyBaseLogger,
  ): Promise<void>
}

interface OpenedEdition {
  readonly site: NotificationServices['site']
  readonly features: SiteFeatures | null
  /** What else whoever starts it wants to know. */
  readonly hints: readonly string[]
}

/** The server can't start; the message says what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

interface StartOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Relative paths in the configuration are resolved against it. */
  readonly folder: string
}

/**
 * Starts a server; `stop` finishes the accepted requests, then closes the database. Throws a StartError whose
 * message says what to do.
 */
export async function startServer(edition: Edition, { environment, folder }: StartOptions) {
  try {
    requireProcessor()
    return await start(edition, readConfiguration(environment, folder))
  } catch (cause) {
    throw new StartError(getAdvice(cause), { cause })
  }
}

async function start({ migrations, open, publish }: Edition, configuration: Configuration) {
  const log = pino(loggerOptions)
  const { dataDir } = configuration
  createDataFolder(dataDir)
  const { hints, ...parts } = open(configuration, log)
  const { close, ...database } = await openDatabase(configuration, migrations, {
    onError: (error) => log.error({ err: error }, 'database'),
    onReturn: () => log.warn('The database is available again.'),
    mayBeUnavailable: readCachedDiscovery(dataDir) !== null,
  })
  const outbox = openOutbox(configuration, (error) => log.error({ err: error }, 'email'))
  const closeAll = () => outbox.close().finally(close)
  try {
    await database.onceAvailable(() => requireSiteSecret(database.db, configuration))
    await publish({ configuration, ...database }, log)
    const { app, console } = await buildApp({ configuration, database, outbox, ...parts }, log)
    const { port, host, publicUrl } = configuration
    await app.listen({ port, host }).catch(closeAndThrow(app))
    const consoleAddress = await openConsole(console, configuration, log).catch(closeAndThrow(app))
    const stop = () => app.close().finally(closeAll)
    return { address: publicUrl, console: consoleAddress, hints, stop }
  } catch (cause) {
    await closeAll()
    throw cause
  }
}

/**
 * Starts the console on its port. Returns where the owner opens it; null: there is none, because it is off or its port, which nobody
 * has chosen, is in use. The site works without it.
 */
async function openConsole(
  console: Console | null,
  { console: settings }: Configuration,
  log: FastifyBaseLogger,
): Promise<string | null> {
  if (console === null || settings === null) return null
  const { port, host, isRequired } = settings
  try {
    await listenSeparately(console.server, { name: 'CONSOLE', port, host })
    return console.address
  } catch (cause) {
    if (isRequired) throw cause
    log.warn({ err: cause }, 'The site has started without its console.')
    await console.server.close()
    return null
  }
}

// Otherwise the timers of the features would keep the process alive.
function closeAndThrow(app: FastifyInstance) {
  return async (cause: unknown): Promise<never> => {
    await app.close()
    throw cause
  }
}

function getAdvice(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const isExplained =
    cause instanceof OperatorError ||
    cause instanceof DatabaseUnavailableError ||
    cause instanceof InvalidBuildError
  if (isExplained) return cause.message
  if (cause instanceof StoreUnavailableError)
    return `${cause.message} Check RELEASE_STORE, AWS_ENDPOINT_URL_S3 and the access key, and that the store is running.`
  const code = 'code' in cause ? cause.code : undefined
  const port = 'port' in cause ? cause.port : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set PORT to a free port.`
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.'
  if (code === 'EACCES' || code === 'EPERM')
    return `${cause.message}. Set PORT above 1023 and DATA_DIR to a writable folder.`
  if (code === 'EROFS') return `${cause.message}. Set DATA_DIR to a folder that can be written to.`
  if (isDiskFull(cause)) return `The disk is full: ${cause.message}. Free some space and start again.`
  return cause.stack ?? cause.message
}
