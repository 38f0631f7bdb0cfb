import {
  type Browser,
  expect,
  type LaunchOptions,
  type Page,
  type PlaywrightWorkerArgs,
} from '@playwright/test'

/** Launches a browser with a back/forward cache, as visitors have it. Playwright turns it off. */
export function launchCachingBrowser(
  { chromium }: PlaywrightWorkerArgs['playwright'],
  options: LaunchOptions,
): Promise<Browser> {
  return chromium.launch({ ...options, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
}

/** Leaves the site's page for another document of the site, which is not a page. */
export async function leavePage(page: Page): Promise<void> {
  await page.goto('/robots.txt')
}

/** Presses Back and expects that the browser restores the page from the back/forward cache. */
export async function comeBack(page: Page): Promise<void> {
  // Playwright's own `goBack` waits for a page that loads. The timer ends this document after the evaluation.
  await page.evaluate(() => void setTimeout(() => history.back()))
  const wasRestored = () => page.evaluate(() => window.wasRestored ?? null).catch(() => null)
  await expect.poll(wasRestored, 'the page was restored').toBe(true)
  await page.evaluate(() => delete window.wasRestored)
}

/** Lets the pages of a browser tell `comeBack` how they were shown. */
export async function recordRestoring(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      window.wasRestored = persisted
    })
  })
}

declare global {
  interface Window {
    wasRestored?: boolean
  }
}
