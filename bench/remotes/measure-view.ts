import type { Browser } from '@playwright/test'
import { observeLargestPaint } from '../load/measure-largest-paint.ts'
import { type Navigation, withVisit } from '../load/open-visit.ts'

/** What one view of a page costs a browser with an empty cache. */
export interface PageView {
  /** Bytes of all responses as transferred, with their headers. */
  readonly bytes: number
  readonly largestPaintMs: number
  /** How long the main thread was busy until the network was quiet. */
  readonly taskMs: number
}

/** Opens a page in a new browser profile over an emulated network, until the network is quiet. */
export async function measureView(browser: Browser, visit: Navigation): Promise<PageView> {
  return withVisit(browser, visit, async ({ page, devtools }) => {
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await devtools.send('Performance.enable')
    await page.addInitScript(observeLargestPaint)
    await page.goto(visit.url, { waitUntil: 'load' })
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => window.largestPaintMs !== undefined)
    const { metrics } = await devtools.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    const largestPaintMs = await page.evaluate(() => window.largestPaintMs ?? Number.NaN)
    return { bytes, largestPaintMs, taskMs: seconds * 1_000 }
  })
}
