import type { Browser, Page } from '@playwright/test'
import { networks } from '../../browser/networks.ts'
import { openBrowser } from '../../browser/open-browser.ts'
import { openOtherSite } from '../../browser/open-other-site.ts'
import { toContextOptions } from '../../site/context-options.ts'
import type { Viewer } from './viewer.ts'

/** The cost of one visit with an empty cache. */
export interface Visit {
  /** From the navigation to the first frame in which the first operation can be read. */
  readonly usableMs: number
  /** Bytes of all response bodies until then, as transferred. */
  readonly bytes: number
  /** JavaScript heap once the page is idle, after garbage collection. */
  readonly heapBytes: number
  /** From the key press to the first frame after the last change of the results; null if nothing changed. */
  readonly keyMs: number | null
}

/** Any visitor would have left by then. */
const timeoutMs = 60_000
const idleMs = 2_000 // a page without changes for this long is idle

declare global {
  interface Window {
    usable: Promise<Pick<Visit, 'usableMs' | 'bytes'>>
    resultsShown: Promise<number | null>
  }
}

/**
 * Opens a viewer in a new browser with an empty cache, waits for its first operation, then searches. Returns null if
 * there was none after a minute, or if the page hung.
 */
export async function visitViewer(viewer: Viewer): Promise<Visit | null> {
  const browser = await openBrowser()
  const { promise: timedOut, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, timeoutMs, null)
  // Closing the browser below also ends what a hanging page still waits for.
  const visited = visitWith(browser, viewer).catch((error: unknown) => {
    console.log(`${viewer.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return null
  })
  return Promise.race([visited, timedOut]).finally(async () => {
    clearTimeout(timer)
    await browser.close()
  })
}

async function visitWith(browser: Browser, { url, visitor, firstOperation, search }: Viewer): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...toContextOptions(new URL(url).origin, visitor),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  await openOtherSite(page)
  await page.addInitScript(observeFirstOperation, firstOperation)
  const devtools = await context.newCDPSession(page)
  const fast = networks.find(({ name }) => name === 'fast')
  if (fast === undefined) throw new Error('The fast network is missing.')
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...fast.conditions })
  await page.goto(url, { waitUntil: 'commit' })
  const usable = await page.evaluate(() => window.usable)
  await page.waitForTimeout(idleMs)
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools
    .send('Performance.enable')
    .then(() => devtools.send('Performance.getMetrics'))
  const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  return { ...usable, heapBytes, keyMs: await pressKey(page, search) }
}

async function pressKey(page: Page, { open, field, typed, key }: Viewer['search']): Promise<number | null> {
  if (open) await page.keyboard.press(open)
  const input = page.locator(field).first()
  await input.click()
  await input.pressSequentially(typed)
  await page.waitForTimeout(idleMs)
  await page.evaluate(observeKeyPress, idleMs)
  await page.keyboard.press(key)
  return page.evaluate(() => window.resultsShown)
}

// The functions below run in the page.

function observeFirstOperation(text: string): void {
  const isShown = () => {
    const xpath = `//body//*[not(self::script) and text()[contains(., "${text}")]]`
    return document.evaluate(xpath, document, null, XPathResult.BOOLEAN_TYPE).booleanValue
  }
  window.usable = new Promise((resolve) => {
    const check = () => {
      if (!document.body || !isShown()) return requestAnimationFrame(check)
      const responses = ['navigation', 'resource']
        .flatMap((type) => performance.getEntriesByType(type))
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ transferSize }) => transferSize > 0)
      const bytes = responses.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return resolve({ usableMs: performance.now(), bytes })
    }
    requestAnimationFrame(check)
  })
}

function observeKeyPress(idleMs: number): void {
  window.resultsShown = new Promise((resolve) => {
    let pressed = 0
    let painted: number | null = null
    addEventListener(
      'keydown',
      (event) => {
        pressed = event.timeStamp
      },
      { capture: true, once: true },
    )
    // Announcements for screen readers are delayed on purpose, and not visible.
    const isVisible = ({ target }: MutationRecord) =>
      !(target instanceof Element ? target : target.parentElement)?.closest('[role=status], [aria-live]')
    const observer = new MutationObserver((changes) => {
      if (pressed === 0 || !changes.some(isVisible)) return
      // A frame's callbacks run before it is painted; a message posted from one of them arrives after.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          painted = performance.now()
          port1.close()
        }
        port2.postMessage(null)
      })
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
    setTimeout(() => {
      observer.disconnect()
      resolve(painted === null ? null : painted - pressed)
    }, 2 * idleMs)
  })
}
