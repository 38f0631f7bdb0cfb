import type { Browser, Page } from '@playwright/test'
import { openBrowser } from '../../browser/open-browser.ts'
import { getKeyTimes, getLongestTask, traceMainThread } from './main-thread.ts'
import { type Scrolling, scroll, scrollEmptyPage } from './scrolling.ts'

/** What a visit to the listing of many rows costs. */
export interface ListingVisit {
  /** Processor time from a key to the frame that shows what it found, by key, in milliseconds. */
  readonly keysMs: readonly number[]
  /** Processor time of the longest task while the index is built, and while somebody types. */
  readonly longestTaskMs: number
  readonly scrolling: Scrolling
  /** The same over a page of the same height without anything on it. */
  readonly emptyScrolling: Scrolling
  /** Heap of the scripts at rest, and what the rows alone take of it. */
  readonly heapBytes: number
  readonly rowsHeapBytes: number
}

// As somebody types them, key by key: common and rare beginnings, two words, and slips that find nothing at first.
const typed = ['wallpaper', 'neon glow', 'text effect 41', 'stikcer', 'zippyshare']
/** A quick typist's pause between two keys. */
const keyPauseMs = 80
const readyLimitMs = 120_000

/** Opens the page of the listing with `rows` rows in a browser of its own, searches and scrolls. */
export async function visitListing(origin: string, rows: number): Promise<ListingVisit> {
  const browser = await openBrowser()
  try {
    return await visitIn(browser, `${origin}/?rows=${rows}`)
  } finally {
    await browser.close()
  }
}

async function visitIn(browser: Browser, url: string): Promise<ListingVisit> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(readyLimitMs)
  await page.goto(url)
  const begin = page.getByRole('button', { name: 'Begin' })
  await begin.waitFor()
  const rowsHeapBytes = await heapOf(page)
  const building = await traceMainThread(page, async () => {
    await begin.click()
    await page.locator('[aria-busy=false] [aria-rowindex]').first().waitFor()
  })
  const heapBytes = await heapOf(page)
  const typing = await traceMainThread(page, () => type(page))
  await heapOf(page) // What typing has left to collect is not scrolling's.
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
  for (const text of typed) {
    await field.pressSequentially(text, { delay: keyPauseMs })
    for (const _ of text) await field.press('Backspace', { delay: keyPauseMs })
  }
}

/** Bytes of the page's scripts after a collection. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}
