import type { Page } from '@playwright/test'

/** Gives the page's next documents a clock that a test can move. The current document ends with the clock it started with. */
export async function installClock(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.clock.install()
}
