import type { Browser } from '@playwright/test'
import { type Navigation, withVisit } from './open-visit.ts'

declare global {
  interface Window {
    largestPaintMs?: number
  }
}

/** Milliseconds from the navigation to the largest contentful paint, in a new browser profile. */
export async function measureLargestPaint(browser: Browser, visit: Navigation): Promise<number> {
  return withVisit(browser, visit, async ({ page }) => {
    await page.addInitScript(observeLargestPaint)
    await page.goto(visit.url, { waitUntil: 'load' })
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => window.largestPaintMs !== undefined)
    return page.evaluate(() => window.largestPaintMs ?? Number.NaN)
  })
}

/** Runs in the page before its own scripts: the largest paint so far is in `window.largestPaintMs`. */
export function observeLargestPaint(): void {
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largestPaintMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}
