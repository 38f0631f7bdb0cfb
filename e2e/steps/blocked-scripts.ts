import type { BrowserContext } from '@playwright/test'

/** The site's scripts, which wait. */
export interface BlockedScripts {
  /** Lets them run. */
  unblock(): void
  /** Blocks those of the next page again. */
  block(): void
}

/** Blocks the site's scripts until `unblock`, so that the page shows only what the server sent. */
export async function blockScripts(browser: BrowserContext): Promise<BlockedScripts> {
  let blocked = Promise.withResolvers<void>()
  await browser.route('**/*.js', async (route) => {
    await blocked.promise
    await route.continue()
  })
  return {
    unblock: () => blocked.resolve(),
    block: () => {
      blocked = Promise.withResolvers<void>()
    },
  }
}
