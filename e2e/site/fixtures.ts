import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { VisitorState } from './accounts.ts'
import { type ConsoleErrors, recordConsoleErrors } from './console-errors.ts'
import { type Site, type StartSiteOptions, startSite } from './start-site.ts'
import { createStorageStates, type StorageStates } from './storage-states.ts'
import { createTestDatabase } from './test-database.ts'

/** How the site of a journey differs from the usual one; set by `test.use`. */
export interface SiteOptions {
  readonly database: 'sqlite' | 'postgres'
  readonly publishFrom: string
}

interface WorkerFixtures extends SiteOptions {
  /** The site of this worker. */
  readonly site: Site
  /** Its accounts are shared by the tests of the worker, so leave their sessions alone. */
  readonly storageStates: StorageStates
}

/** Opens a browser of a visitor in a given state, and a page in it. */
type OpenBrowser = (state: VisitorState, options?: BrowserContextOptions) => Promise<Page>

interface TestFixtures {
  readonly consoleErrors: ConsoleErrors
  /** Another browser on the site of this worker. */
  readonly openPageAs: OpenBrowser
  /** A site of this test alone, with browsers on it. */
  readonly newSite: (parts: StartSiteOptions) => Promise<{ site: Site; openPageAs: OpenBrowser }>
  readonly openBrowser: (states: StorageStates, site: Site) => OpenBrowser
}

/** A test with a real site of its own, in which a complaint of the browser that was not declared is a failure. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  publishFrom: ['dist', { option: true, scope: 'worker' }],

  site: [
    async ({ database, publishFrom }, use) => {
      const own = database === 'postgres' ? await createTestDatabase() : null
      const site = await startSite({ publishFrom, ...(own && { databaseUrl: own.url }) })
      await use(site)
      await stopCleanly(site)
      await own?.remove()
    },
    { scope: 'worker', timeout: 180_000 }, // on a loaded machine, and where the build left no compressed copies
  ],

  storageStates: [
    async ({ playwright, site }, use) => use(createStorageStates(playwright, site)),
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, use) => use(site.origin),

  consoleErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const consoleErrors = recordConsoleErrors()
      await use(consoleErrors)
      consoleErrors.check()
    },
    { auto: true },
  ],

  context: async ({ context, consoleErrors }, use) => {
    await consoleErrors.watch(context)
    await use(context)
  },

  openBrowser: async ({ browser, consoleErrors }, use) => {
    const opened: BrowserContext[] = []
    await use((states, site) => async (state, options = {}) => {
      const storageState = await states(state)
      const context = await browser.newContext({ baseURL: site.origin, storageState, ...options })
      opened.push(context)
      await consoleErrors.watch(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },

  openPageAs: async ({ openBrowser, storageStates, site }, use) => use(openBrowser(storageStates, site)),

  newSite: async ({ playwright, openBrowser }, use) => {
    const started: Site[] = []
    const pages: Page[] = []
    await use(async (parts) => {
      const site = await startSite(parts)
      started.push(site)
      const open = openBrowser(createStorageStates(playwright, site), site)
      const openPageAs: OpenBrowser = async (...visitor) => {
        const page = await open(...visitor)
        pages.push(page)
        return page
      }
      return { site, openPageAs }
    })
    // What a page fetches when it is idle would be refused, and heard as a complaint.
    for (const page of pages) await page.context().close()
    for (const site of started) await stopCleanly(site)
  },
})

/** Stops a server, which has to finish all it has accepted. */
async function stopCleanly(site: Site): Promise<void> {
  const { exitCode, output } = await site.stop()
  expect(exitCode, `the server stops cleanly:\n${output}`).toBe(0)
}
