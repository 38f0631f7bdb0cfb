import { join } from 'node:path'
import type { Mailbox } from '@portico/shared/mailbox.ts'
import pino from 'pino'
import { readMailbox } from '../accounts/mailbox/read-mailbox.ts'
import { buildApp } from '../app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { readSite } from '../configuration/read-site.ts'
import type { OpenOptions } from '../database/database.ts'
import { mailboxFolder, openOutbox } from '../email/open-outbox.ts'
import { loggerOptions } from '../http/logger.ts'
import { createBrowser } from './browser.ts'
import { fastPasswords } from './fast-passwords.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

const root = join(import.meta.dirname, '../..')

/** Starts the whole server on its own database, without a port. */
export async function startTestServer(
  database: TestDatabase,
  environment: Record<string, string> = {},
  options: OpenOptions = {},
) {
  const configuration = readConfiguration(
    {
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl ?? undefined,
      ADDRESS_LIMIT_FACTOR: '1000',
      ...environment,
    },
    root,
  )
  const { close, ...opened } = await openTestDatabase(configuration, options)
  const logged: string[] = []
  const log = pino(loggerOptions, { write: (line: string) => logged.push(line) })
  const outbox = openOutbox(configuration, (error) => log.error({ err: error }, 'email'))
  const site = readSite(configuration.siteConfigFile)
  const services = { configuration, ...opened, site, outbox, passwordAlgorithm: fastPasswords }
  const app = await buildApp(services, log)
  const folder = join(database.dataDir, mailboxFolder)
  return {
    app,
    ...opened,
    configuration,
    /** Lines of the log. */
    logged,
    /** Emails to an address, newest first, once there are at least `count`. */
    emailsTo: (address: string, count = 1) => waitForEmails(folder, address, count),
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

async function waitForEmails(folder: string, address: string, count: number): Promise<Mailbox['mails']> {
  for (;;) {
    const emails = (await readMailbox(folder)).filter((email) => email.to === address)
    if (emails.length >= count) return emails
    await new Promise((resolve) => setImmediate(resolve))
  }
}
