import type { BrowserContext } from '@playwright/test'

/** Holds back every script of the site until `release`; what is shown meanwhile is what the server has sent. */
export async function blockScripts(browser: BrowserContext): Promise<{ release(): void }> {
  const held = Promise.withResolvers<void>()
  await browser.route('**/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return { release: held.resolve }
}
