import type { Browser } from '@playwright/test'
import { observePaints } from './observe-paints.ts'
import { type Navigation, withVisit } from './open-visit.ts'

/** One navigation by a browser with an empty cache. */
export interface ColdLoad {
  /** From the navigation to the first frame with a row of the table. */
  readonly firstRowMs: number
  /** From the navigation to the first frame with what a click on a row opens. */
  readonly openRowMs: number
  /** Responses that were complete once the page had loaded and a row had opened, including the page. */
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
    listing: Promise<Pick<ColdLoad, 'firstRowMs' | 'openRowMs'>>
  }
}

/** The control that opens a row. */
export const rowControl = '#content [data-try]'
const selectors = { row: '#content tr[data-row]', panel: '#content tr[data-row] + tr:not([data-row])' }

/** Opens a page in a new browser profile over an emulated network, waits for its table and opens its first row. */
export async function measureColdLoad(browser: Browser, visit: Navigation): Promise<ColdLoad> {
  return withVisit(browser, visit, async ({ page }) => {
    await page.addInitScript(observePaints, selectors)
    await page.addInitScript(observeListing, { control: rowControl, panel: selectors.panel })
    await page.goto(visit.url, { waitUntil: 'commit' })
    const listing = await page.evaluate(() => window.listing)
    await page.waitForLoadState('load')
    const transfers = await page.evaluate(countTransfers)
    return { ...listing, ...transfers, rows: await page.locator(selectors.row).count() }
  })
}

/** Runs in the page. Of a preload and the use of the same file, only one transfers bytes. */
function countTransfers(): Pick<ColdLoad, 'requests' | 'bytes' | 'scriptBytes'> {
  const responses = ['navigation', 'resource']
    .flatMap((type) => performance.getEntriesByType(type))
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ transferSize }) => transferSize > 0)
  const sum = (entries: readonly PerformanceResourceTiming[]) =>
    entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
  const scripts = responses.filter(({ name }) => name.endsWith('.js'))
  return { requests: responses.length, bytes: sum(responses), scriptBytes: sum(scripts) }
}

/** Runs in the page after `observePaints`. From the first row on, it clicks until the row opens, as a visitor might. */
function observeListing({ control, panel }: { control: string; panel: string }): void {
  const retryMs = 20
  const click = () => {
    if ([...document.querySelectorAll(panel)].some((element) => element.checkVisibility())) return
    const found = document.querySelector(control)
    if (found instanceof HTMLElement) found.click()
    setTimeout(click, retryMs)
  }
  const { row, panel: opened } = window.paints
  if (row === undefined || opened === undefined) throw new Error('Nobody observes the row and its panel.')
  void row.then(click)
  window.listing = Promise.all([row, opened]).then(([firstRow, openRow]) => {
    return { firstRowMs: firstRow.ms, openRowMs: openRow.ms }
  })
}
