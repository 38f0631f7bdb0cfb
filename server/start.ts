import { paths } from '@portico/kit/paths.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from './app.ts'
import { type Configuration, readConfiguration } from './configuration/configuration.ts'
import { createDataFolder } from './configuration/create-data-folder.ts'
import { describeMissingContent } from './configuration/open-content.ts'
import { OperatorError } from './configuration/operator-error.ts'
import { readSite } from './configuration/read-site.ts'
import { requireProcessor } from './configuration/require-processor.ts'
import { watchSite } from './configuration/watch-site.ts'
import type { Console } from './console/create-console.ts'
import { DatabaseUnavailableError } from './database/database-unavailable.ts'
import { isDiskFull } from './database/disk-full.ts'
import { openDatabase } from './database/open-database.ts'
import { requireSiteSecret } from './database/site-secret-fingerprint.ts'
import { openOutbox } from './email/open-outbox.ts'
import { loggerOptions } from './http/logger.ts'
import { isLocalSite } from './http/network/loopback.ts'
import { listenSeparately } from './http/separate-server.ts'
import { migrations } from './migrations.ts'
import { publishKit } from './releases/kit/kit-store.ts'
import { InvalidBuildError } from './releases/storage/release-store.ts'
import { StoreUnavailableError } from './releases/storage/s3-bucket.ts'
import { readCachedDiscovery } from './rollouts/discovery/cached-discovery.ts'
import { publishAtStartup } from './rollouts/startup/publish-at-startup.ts'

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
 * Starts the whole server; `stop` finishes the accepted requests, then closes the database. Throws a StartError whose
 * message says what to do.
 */
export async function startServer({ environment, folder }: StartOptions) {
  try {
    requireProcessor()
    return await start(readConfiguration(environment, folder))
  } catch (cause) {
    throw new StartError(getAdvice(cause), { cause })
  }
}

async function start(configuration: Configuration) {
  const log = pino(loggerOptions)
  const { siteConfigFile, releasesFrom, dataDir } = configuration
  createDataFolder(dataDir)
  const isDevelopment = releasesFrom !== null
  const site = isDevelopment
    ? watchSite(siteConfigFile, (error) => log.warn({ err: error }, 'site configuration'))
    : readSite(siteConfigFile)
  const missing = isDevelopment ? null : describeMissingContent(configuration)
  if (missing !== null) log.warn(missing)
  const { close, ...database } = await openDatabase(configuration, migrations, {
    onError: (error) => log.error({ err: error }, 'database'),
    onReturn: () => log.warn('The database is available again.'),
    mayBeUnavailable: readCachedDiscovery(dataDir) !== null,
  })
  const outbox = openOutbox(configuration, (error) => log.error({ err: error }, 'email'))
  const closeAll = () => outbox.close().finally(close)
  try {
    await database.onceAvailable(() => requireSiteSecret(database.db, configuration))
    const { publishFrom } = configuration
    if (publishFrom !== null)
      await database.onceAvailable(async () => {
        await publishAtStartup(publishFrom, { configuration, ...database }, (message) => log.warn(message))
        await publishKit(publishFrom, { configuration, log })
      })
    const { app, console } = await buildApp({ configuration, database, site, outbox }, log)
    const { port, host, publicUrl } = configuration
    await app.listen({ port, host }).catch(closeAndThrow(app))
    const consoleAddress = await openConsole(console, configuration, log).catch(closeAndThrow(app))
    const stop = () => app.close().finally(closeAll)
    return { address: publicUrl, console: consoleAddress, mailbox: getMailbox(configuration), stop }
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

/** Where the owner reads emails that the site can't send; null: it sends them, or the mailbox doesn't open. */
function getMailbox({ smtp, host, publicUrl }: Configuration): string | null {
  return smtp === null && isLocalSite(host, publicUrl) ? publicUrl + paths.mailbox : null
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
