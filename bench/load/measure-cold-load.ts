import type { Browser } from '@playwright/test'
import type { Network } from '../browser/networks.ts'
import type { SignedIn } from '../site/create-account.ts'

/** One navigation by a browser with an empty cache. */
export interface ColdLoad {
  /** From the navigation to the first frame with a row of the table. */
  readonly firstRowMs: number
  /** Responses that were complete by then, including the page. */
  readonly requests: number
  /** Bytes of their bodies as transferred. */
  readonly bytes: number
  /** Rows on the loaded page. Variants with different numbers of rows can't be compared. */
  readonly rows: number
}

/** Which page to open, and as whom. */
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

const timeoutMs = 60_000
const rowSelector = '#content tbody tr'

/** Opens a page in a new browser profile over an emulated network and waits for its table. */
export async function measureColdLoad(
  browser: Browser,
  { url, visitor, network }: Navigation,
): Promise<ColdLoad> {
  const context = await browser.newContext()
  try {
    await context.addCookies([...visitor.cookies])
    await context.addInitScript(storeToken, visitor.token)
    const page = await context.newPage()
    page.setDefaultTimeout(timeoutMs)
    await page.addInitScript(observeFirstRow, rowSelector)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network.conditions })
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(rowSelector).first().waitFor()
    await page.waitForLoadState('load')
    return { ...(await page.evaluate(() => window.firstRow)), rows: await page.locator(rowSelector).count() }
  } finally {
    await context.close()
  }
}

// The functions below run in the page before its own scripts.

function storeToken({ key, value }: SignedIn['token']): void {
  localStorage.setItem(key, value)
}

function observeFirstRow(selector: string): void {
  window.firstRow = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const firstRowMs = performance.now()
        // Of a preload and the use of the same file, only one transfers bytes.
        const responses = ['navigation', 'resource']
          .flatMap((type) => performance.getEntriesByType(type))
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ transferSize }) => transferSize > 0)
        const bytes = responses.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
        resolve({ firstRowMs, requests: responses.length, bytes })
      })
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}
