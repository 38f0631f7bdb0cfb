import type { Page } from '@playwright/test'

const address = 'http://search.example/'

/**
 * Opens a page of another site, as if the visitor came from there. Every measured page then starts in its own process; from
 * an empty tab, only those with a `Cross-Origin-Opener-Policy` would, and the others would use that of the tab.
 */
export async function openOtherSite(page: Page): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Results</title>' }),
  )
  await page.goto(address)
  await page.unroute(address)
}
