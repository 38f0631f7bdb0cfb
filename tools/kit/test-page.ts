import { after, test } from 'node:test'
import { overlaps } from '@portico/protocol/release/page-paths.ts'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../release-cli/browser/load-in-browser.ts'
import { recordPageEvents, waitForPage } from '../release-cli/browser/open-page.ts'
import { serveRelease } from '../release-cli/browser/serve-release.ts'
import { readBuiltRelease } from '../release-cli/built-release.ts'
import { findInstalledBrowser } from '../system/find-browser.ts'
import { testVariables } from './test-variables.ts'

let browser: Browser | undefined
after(() => browser?.close())

/**
 * Runs `run` with a page of this remote, opened at `address` in the site’s shell, as a visitor who may see it. The test
 * fails if the page does not mount, or if `run` throws.
 */
export function testPage(name: string, address: string, run: (page: Page) => Promise<void>): void {
  test(name, async () => {
    const { built, site } = readTested()
    const page = built.record.pages.find(({ path }) => overlaps(path, address))
    if (page === undefined) throw new Error(`manifest.ts has no page for the address ${address}.`)
    browser ??= await launchBrowser((await findInstalledBrowser()) ?? '')
    const context = await browser.newContext({ baseURL: site, serviceWorkers: 'block' })
    try {
      const example = { page, address }
      await serveRelease(context, example, built)
      const tab = await context.newPage()
      const events = await recordPageEvents(tab)
      await tab.goto(address, { waitUntil: 'commit' })
      const failure = await waitForPage(tab, example, { built, events })
      if (failure !== null) throw new Error(failure)
      await run(tab)
    } finally {
      await context.close()
    }
  })
}

function readTested() {
  const folder = process.env[testVariables.folder]
  const site = process.env[testVariables.site]
  if (folder === undefined || site === undefined)
    throw new Error('Run the tests with `npx --no-install portico test`, which builds what they open.')
  return { built: readBuiltRelease(folder), site }
}
