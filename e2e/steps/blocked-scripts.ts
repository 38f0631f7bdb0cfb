import type { BrowserContext } from '@playwright/test'

/** Blocks the site's scripts until `unblock`, so that the page shows only what the server sent. */
export async function blockScripts(browser: BrowserContext): Promise<{ unblock(): void }> {
  const blocked = Promise.withResolvers<void>()
  await browser.route('**/*.js', async (route) => {
    await blocked.promise
    await route.continue()
  })
  return { unblock: blocked.resolve }
}
