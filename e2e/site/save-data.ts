import type { BrowserContext, Page } from '@playwright/test'

/**
 * Says in a page, or in all pages of a context, that the visitor saves data, so that the shell prefetches nothing: for journeys of which that is no part. Unlike with a browser's data
 * saver, requests don't say so, and pages are the same as for everyone.
 */
export async function saveData(opened: Page | BrowserContext): Promise<void> {
  await opened.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  })
}
