import { join } from 'node:path'
import type { Mailbox } from '@portico/shared/mailbox.ts'
import pino from 'pino'
import { mailboxFolder, openOutbox } from '../accounts/email/open-outbox.ts'
import { readMailbox } from '../accounts/mailbox/read-mailbox.ts'
import { buildApp } from '../app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { readSite } from '../configuration/read-site.ts'
import type { OpenOptions } from '../database/database.ts'
import { loggerOptions } from '../http/logger.ts'
import { createBrowser } from './browser.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

const root = join(import.meta.dirname, '../..')

/** The whole server on a database of its own, without a port. */
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
  const app = await buildApp({ configuration, ...opened, site, outbox }, log)
  const folder = join(database.dataDir, mailboxFolder)
  return {
    app,
    ...opened,
    configuration,
    /** Lines of the log. */
    logged,
    /** Mails to an address, newest first, once `count` of them are there. */
    mailsTo: (address: string, count = 1) => waitForMails(folder, address, count),
    visitor: () => createBrowser(app),
    async stop() {
      await app.close()
      await outbox.close()
      await close()
    },
  }
}

/** The whole server on a database of its own. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>

async function waitForMails(folder: string, address: string, count: number): Promise<Mailbox['mails']> {
  for (;;) {
    const mails = (await readMailbox(folder)).filter((mail) => mail.to === address)
    if (mails.length >= count) return mails
    await new Promise((resolve) => setImmediate(resolve))
  }
}
