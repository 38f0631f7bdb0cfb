import type { Browser } from '@playwright/test'
import { type Navigation, withVisit } from './open-visit.ts'

/** One navigation by a browser with an empty cache. */
export interface ColdLoad {
  /** From the navigation to the first frame with a row of the table. */
  readonly firstRowMs: number
  /** From the navigation to the first row that opened on a click. */
  readonly openRowMs: number
  /** Responses that were complete by the time a row opened, including the page. */
  readonly requests: number
  /** Bytes of their bodies as transferred. */
  readonly bytes: number
  /** Bytes of the scripts among them. */
  readonly scriptBytes: number
  /** Rows on the loaded page. Variants with different numbers of rows can't be compared. */
  readonly rows: number
}

declare global {
  interface Window {
    listing: Promise<Omit<ColdLoad, 'rows'>>
  }
}

const selectors = { row: '#content tbody tr', button: '#content [data-try]', open: '#content tr[data-open]' }

/** Opens a page in a new browser profile over an emulated network, waits for its table and opens its first row. */
export async function measureColdLoad(browser: Browser, visit: Navigation): Promise<ColdLoad> {
  return withVisit(browser, visit, async ({ page }) => {
    await page.addInitScript(observeListing, selectors)
    await page.goto(visit.url, { waitUntil: 'commit' })
    await page.locator(selectors.open).first().waitFor()
    await page.waitForLoadState('load')
    const listing = await page.evaluate(() => window.listing)
    return { ...listing, rows: await page.locator(`${selectors.row}[data-row]`).count() }
  })
}

/** Runs in the page before its own scripts. From the first row on, it clicks until the row opens, as a visitor might. */
function observeListing({ row, button, open }: typeof selectors): void {
  const retryMs = 20
  window.listing = new Promise((resolve) => {
    let firstRowMs: number | null = null
    const click = () => {
      if (document.querySelector(open)) return
      const found = document.querySelector(button)
      if (found instanceof HTMLElement) found.click()
      setTimeout(click, retryMs)
    }
    const observer = new MutationObserver(() => {
      if (firstRowMs === null && document.querySelector(row)) {
        firstRowMs = Number.NaN // until the frame
        requestAnimationFrame(() => {
          firstRowMs = performance.now()
          click()
        })
      }
      if (!document.querySelector(open)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const openRowMs = performance.now()
        // Of a preload and the use of the same file, only one transfers bytes.
        const responses = ['navigation', 'resource']
          .flatMap((type) => performance.getEntriesByType(type))
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ transferSize }) => transferSize > 0)
        const sum = (entries: readonly PerformanceResourceTiming[]) =>
          entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
        resolve({
          firstRowMs: firstRowMs ?? openRowMs,
          openRowMs,
          requests: responses.length,
          bytes: sum(responses),
          scriptBytes: sum(responses.filter(({ name }) => name.endsWith('.js'))),
        })
      })
    })
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
}
