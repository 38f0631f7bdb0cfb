import { join } from 'node:path'
import pino from 'pino'
import type { PasswordAlgorithm } from '../accounts/auth/passwords.ts'
import { buildApp } from '../app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { readSite } from '../configuration/read-site.ts'
import type { OpenOptions } from '../database/database.ts'
import { mailboxFolder, openOutbox } from '../email/open-outbox.ts'
import { loggerOptions } from '../http/logger.ts'
import { createSiteFeatures } from '../site-features.ts'
import { createBrowser } from './browser.ts'
import { createEmailReader } from './email-reader.ts'
import { fastPasswords } from './fast-passwords.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

const root = join(import.meta.dirname, '../..')

interface TestServerOptions extends OpenOptions {
  readonly passwordAlgorithm?: PasswordAlgorithm
}

/** Starts the whole server on its own database, without a port. */
export async function startTestServer(
  database: TestDatabase,
  environment: Record<string, string> = {},
  { passwordAlgorithm = fastPasswords, ...options }: TestServerOptions = {},
) {
  const configuration = readConfiguration(
    {
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl ?? undefined,
      ADDRESS_LIMIT_FACTOR: '1000',
      CONTENT_DIR: join(database.dataDir, 'content'), // not what has been built here
      ...environment,
    },
    root,
  )
  const { close, ...opened } = await openTestDatabase(configuration, options)
  const logged: string[] = []
  const log = pino(loggerOptions, { write: (line: string) => logged.push(line) })
  const outbox = openOutbox(configuration, (error) => log.error({ err: error }, 'email'))
  const site = readSite(configuration.siteConfigFile)
  const features = createSiteFeatures(site, passwordAlgorithm)
  const { app, console } = await buildApp({ configuration, database: opened, site, outbox, features }, log)
  return {
    app,
    console,
    ...opened,
    configuration,
    /** Lines of the log. */
    logged,
    /** Emails to an address, newest first, once there are at least `count`. */
    emailsTo: createEmailReader(join(database.dataDir, mailboxFolder)),
    browser: () => createBrowser(app, new URL(configuration.publicUrl).origin),
    async stop() {
      await app.close()
      await outbox.close()
      await close()
    },
  }
}

/** The whole server on its own database. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>
