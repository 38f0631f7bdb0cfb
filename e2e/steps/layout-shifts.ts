import type { BrowserContext, Page } from '@playwright/test'

/** Records every layout shift, and every frame that has lost its heading. */
export async function recordStability(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const seen = { shifts: [] as number[], hadHeading: false, bareFrames: 0 }
    Reflect.set(window, 'stability', seen)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift', buffered: true })
    const checkHeading = () => {
      const hasHeading = document.querySelector('main h1')?.checkVisibility() === true
      if (seen.hadHeading && !hasHeading) seen.bareFrames += 1
      seen.hadHeading ||= hasHeading
      requestAnimationFrame(checkHeading)
    }
    requestAnimationFrame(checkHeading)
  })
}

/** Returns the sum of the layout shifts since the page was opened, and the number of frames that lost the heading. */
export function getStability(page: Page): Promise<{ shift: number; bareFrames: number }> {
  return page.evaluate(() => {
    const seen: { shifts: number[]; bareFrames: number } = Reflect.get(window, 'stability')
    return { shift: seen.shifts.reduce((sum, value) => sum + value, 0), bareFrames: seen.bareFrames }
  })
}
