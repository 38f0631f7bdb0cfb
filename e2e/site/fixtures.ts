import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { VisitorState } from './accounts.ts'
import { type ConsoleErrors, recordConsoleErrors } from './console-errors.ts'
import { saveData } from './save-data.ts'
import { type Site, type StartSiteOptions, startSite } from './start-site.ts'
import { createStorageStates, type GetStorageState } from './storage-states.ts'

export interface WorkerFixtures {
  /** Further settings of the worker's site. */
  readonly env: Readonly<Record<string, string>>
  /** The site all tests of this worker share. */
  readonly site: Site
  /** The tests of a worker share its accounts, so they must not end their sessions. */
  readonly getStorageState: GetStorageState
}

/** Opens a page in a new browser context of a visitor in the given state. */
type OpenPageAs = (state: VisitorState, options?: BrowserContextOptions) => Promise<Page>

export interface TestFixtures {
  /**
   * Whether the browser's data saver is on, so that the shell prefetches nothing while its pages are idle: a third of the CPU
   * time of a page view. Off in journeys that are about a visitor's whole way or about what is loaded.
   */
  readonly dataSaver: boolean
  readonly consoleErrors: ConsoleErrors
  /** Opens a page of the worker's site. */
  readonly openPageAs: OpenPageAs
  /** Starts a site for this test alone. */
  readonly newSite: (options: StartSiteOptions) => Promise<{ site: Site; openPageAs: OpenPageAs }>
  readonly forSite: (site: Site, getStorageState: GetStorageState) => OpenPageAs
}

/** A test on a real site. It fails on any console error it has not declared. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  env: [{}, { option: true, scope: 'worker' }],

  site: [
    async ({ env }, use) => {
      const site = await startSite({ env })
      await use(site)
      await stopCleanly(site)
    },
    { scope: 'worker', timeout: 180_000 }, // on a loaded machine, and where the build left no compressed copies
  ],

  getStorageState: [
    async ({ playwright, site }, use) => use(createStorageStates(playwright, site)),
    { scope: 'worker' },
  ],

  dataSaver: [true, { option: true }],

  consoleErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const consoleErrors = recordConsoleErrors()
      await use(consoleErrors)
      await consoleErrors.check()
    },
    { auto: true },
  ],

  // Playwright needs `baseURL` for every test, which would start the worker's site for tests that have their own.
  context: async ({ browser, consoleErrors, site }, use) => {
    const context = await browser.newContext({ baseURL: site.origin })
    await consoleErrors.watch(context)
    await use(context)
    await consoleErrors.settle()
    await context.close()
  },

  page: async ({ context, dataSaver }, use) => {
    const page = await context.newPage()
    if (dataSaver) await saveData(page)
    await use(page)
  },

  request: async ({ playwright, site }, use) => {
    const request = await playwright.request.newContext({ baseURL: site.origin })
    await use(request)
    await request.dispose()
  },

  forSite: async ({ browser, consoleErrors, dataSaver }, use) => {
    const opened: BrowserContext[] = []
    await use((site, getStorageState) => async (state, options = {}) => {
      const storageState = await getStorageState(state)
      const context = await browser.newContext({ baseURL: site.origin, storageState, ...options })
      opened.push(context)
      await consoleErrors.watch(context)
      const page = await context.newPage()
      if (dataSaver) await saveData(page)
      return page
    })
    await consoleErrors.settle()
    for (const context of opened) await context.close()
  },

  openPageAs: async ({ forSite, getStorageState, site }, use) => use(forSite(site, getStorageState)),

  newSite: async ({ consoleErrors, playwright, forSite }, use) => {
    const started: Site[] = []
    const pages: Page[] = []
    await use(async (options) => {
      const site = await startSite(options)
      started.push(site)
      const open = forSite(site, createStorageStates(playwright, site))
      const openPageAs: OpenPageAs = async (...visitor) => {
        const page = await open(...visitor)
        pages.push(page)
        return page
      }
      return { site, openPageAs }
    })
    await consoleErrors.settle()
    // Requests of idle pages to a stopped server would be recorded as console errors.
    for (const page of pages) await page.context().close()
    for (const site of started) await stopCleanly(site)
  },
})

/** Stops a server, which must complete every request it has accepted. */
async function stopCleanly(site: Site): Promise<void> {
  const { exitCode, output } = await site.stop()
  expect(exitCode, `the server exits cleanly:\n${output}`).toBe(0)
}
