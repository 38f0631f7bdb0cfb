import type { Page } from '@playwright/test'

/** Turns the browser's data saver on, so that the shell prefetches nothing: for journeys of which that is no part. */
export async function saveData(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}
