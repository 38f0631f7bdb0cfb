import type { Browser } from '@playwright/test'
import type { Network } from '../browser/networks.ts'
import type { SignedIn } from '../site/create-account.ts'

/** One navigation by a browser that has nothing in its cache. */
export interface ColdLoad {
  /** From the navigation to the first frame with a row of the table. */
  readonly firstRowMs: number
  /** Answers that were complete by then, the page's own among them. */
  readonly requests: number
  /** Bytes of their bodies as they were transferred. */
  readonly bytes: number
  /** Rows on the page in the end: the same for every variant, or they do not show the same. */
  readonly rows: number
}

/** What is opened, and by whom. */
export interface Navigation {
  readonly url: string
  readonly visitor: SignedIn
  readonly network: Network
}

declare global {
  interface Window {
    firstRow: Promise<Omit<ColdLoad, 'rows'>>
  }
}

const limitMs = 60_000
const row = '#content tbody tr'

/** Opens a page in a new browser profile over an emulated network and waits for the table. */
export async function measureColdLoad(
  browser: Browser,
  { url, visitor, network }: Navigation,
): Promise<ColdLoad> {
  const context = await browser.newContext()
  try {
    await context.addCookies([...visitor.cookies])
    await context.addInitScript(keepToken, visitor.token)
    const page = await context.newPage()
    page.setDefaultTimeout(limitMs)
    await page.addInitScript(watchFirstRow, row)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network.conditions })
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(row).first().waitFor()
    await page.waitForLoadState('load')
    return { ...(await page.evaluate(() => window.firstRow)), rows: await page.locator(row).count() }
  } finally {
    await context.close()
  }
}

// The functions below run in the page, before its own scripts.

function keepToken({ key, value }: SignedIn['token']): void {
  localStorage.setItem(key, value)
}

function watchFirstRow(selector: string): void {
  window.firstRow = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const firstRowMs = performance.now()
        // Of the preload and the use of a file only one has bytes on the way.
        const answers = ['navigation', 'resource']
          .flatMap((type) => performance.getEntriesByType(type))
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ transferSize }) => transferSize > 0)
        const bytes = answers.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
        resolve({ firstRowMs, requests: answers.length, bytes })
      })
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}
