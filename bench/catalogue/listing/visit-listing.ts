import type { Browser, Page } from '@playwright/test'
import { openBrowser } from '../../browser/open-browser.ts'
import { getKeyTimes, getLongestTask, traceMainThread } from './main-thread.ts'
import { type Scrolling, scroll, scrollEmptyPage } from './scrolling.ts'

/** The cost of a visit to a listing with many rows. */
export interface ListingVisit {
  /** CPU time from each key press to the frame with its results, in milliseconds. */
  readonly keysMs: readonly number[]
  /** CPU time of the longest task while the index is built and while someone types, in milliseconds. */
  readonly longestTaskMs: number
  readonly scrolling: Scrolling
  /** The same on an empty page of the same height. */
  readonly emptyScrolling: Scrolling
  /** JavaScript heap when idle, and how much of it the rows alone take. */
  readonly heapBytes: number
  readonly rowsHeapBytes: number
}

// Typed key by key: common and rare prefixes, two words, and typos without exact matches.
const searches = ['wallpaper', 'neon glow', 'text effect 41', 'stikcer', 'zippyshare']
/** The pause of a fast typist between two keys. */
const keyPauseMs = 80
const readyLimitMs = 120_000

/** Opens a listing with `rows` rows in a new browser, searches and scrolls. */
export async function visitListing(origin: string, rows: number): Promise<ListingVisit> {
  const browser = await openBrowser()
  try {
    return await visitWith(browser, `${origin}/?rows=${rows}`)
  } finally {
    await browser.close()
  }
}

async function visitWith(browser: Browser, url: string): Promise<ListingVisit> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(readyLimitMs)
  await page.goto(url)
  const startButton = page.getByRole('button', { name: 'Start' })
  await startButton.waitFor()
  const rowsHeapBytes = await measureHeap(page)
  const building = await traceMainThread(page, async () => {
    await startButton.click()
    await page.locator('[aria-busy=false] [aria-rowindex]').first().waitFor()
  })
  const heapBytes = await measureHeap(page)
  const typing = await traceMainThread(page, () => type(page))
  await measureHeap(page) // Collects the garbage of typing, so that it does not slow down scrolling.
  const scrolling = await scroll(page)
  return {
    keysMs: getKeyTimes(typing),
    longestTaskMs: Math.max(getLongestTask(building), getLongestTask(typing)),
    scrolling,
    emptyScrolling: await scrollEmptyPage(page),
    heapBytes,
    rowsHeapBytes,
  }
}

async function type(page: Page): Promise<void> {
  const field = page.getByRole('searchbox')
  await field.click()
  for (const text of searches) {
    await field.pressSequentially(text, { delay: keyPauseMs })
    for (const _ of text) await field.press('Backspace', { delay: keyPauseMs })
  }
}

/** Bytes of the JavaScript heap after garbage collection. */
async function measureHeap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}
