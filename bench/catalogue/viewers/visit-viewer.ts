import type { Browser, Page } from '@playwright/test'
import { networks } from '../../browser/networks.ts'
import { openBrowser } from '../../browser/open-browser.ts'
import type { SignedIn } from '../../site/create-account.ts'
import type { Viewer } from './viewer.ts'

/** What one visit with an empty cache costs. */
export interface Visit {
  /** From the navigation to the first frame in which the first operation can be read. */
  readonly usableMs: number
  /** Bytes of the bodies of all answers until then, as they were transferred. */
  readonly bytes: number
  /** Heap of the page's scripts once it is at rest and garbage is collected. */
  readonly heapBytes: number
  /** From the key press to the first frame after the last change of what is found; null: nothing changed. */
  readonly keyMs: number | null
}

/** A visitor has left long before. */
const visitLimitMs = 60_000
const restMs = 2_000 // a page that has nothing left to do changes nothing for as long

declare global {
  interface Window {
    usable: Promise<Pick<Visit, 'usableMs' | 'bytes'>>
    answered: Promise<number | null>
  }
}

/**
 * Opens a candidate in a browser of its own with an empty cache, waits until it can be used, then searches. null: after
 * a minute it could not be used, or its page did not answer any more.
 */
export async function visitViewer(candidate: Viewer): Promise<Visit | null> {
  const browser = await openBrowser()
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, visitLimitMs, null)
  // Closing the browser below ends what still waits in a page that hangs.
  const visited = visitIn(browser, candidate).catch((error: unknown) => {
    console.log(`${candidate.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return null
  })
  return Promise.race([visited, late]).finally(async () => {
    clearTimeout(timer)
    await browser.close()
  })
}

async function visitIn(browser: Browser, { url, visitor, firstText, search }: Viewer): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  if (visitor) {
    await context.addCookies([...visitor.cookies])
    await context.addInitScript(keepToken, visitor.token)
  }
  const page = await context.newPage()
  page.setDefaultTimeout(visitLimitMs)
  await page.addInitScript(watchUsable, firstText)
  const devtools = await context.newCDPSession(page)
  const fast = networks.find(({ name }) => name === 'fast')
  if (fast === undefined) throw new Error('There is no fast network.')
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...fast.conditions })
  await page.goto(url, { waitUntil: 'commit' })
  const usable = await page.evaluate(() => window.usable)
  await page.waitForTimeout(restMs)
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools
    .send('Performance.enable')
    .then(() => devtools.send('Performance.getMetrics'))
  const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  return { ...usable, heapBytes, keyMs: await pressKey(page, search) }
}

async function pressKey(page: Page, { open, field, before, key }: Viewer['search']): Promise<number | null> {
  if (open) await page.keyboard.press(open)
  const input = page.locator(field).first()
  await input.click()
  await input.pressSequentially(before)
  await page.waitForTimeout(restMs)
  await page.evaluate(watchKey, restMs)
  await page.keyboard.press(key)
  return page.evaluate(() => window.answered)
}

// The functions below run in the page.

function keepToken({ key, value }: SignedIn['token']): void {
  localStorage.setItem(key, value)
}

function watchUsable(text: string): void {
  const isThere = () => {
    const found = `//body//*[not(self::script) and text()[contains(., "${text}")]]`
    return document.evaluate(found, document, null, XPathResult.BOOLEAN_TYPE).booleanValue
  }
  window.usable = new Promise((resolve) => {
    const look = () => {
      if (!document.body || !isThere()) return requestAnimationFrame(look)
      const answers = ['navigation', 'resource']
        .flatMap((type) => performance.getEntriesByType(type))
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ transferSize }) => transferSize > 0)
      const bytes = answers.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return resolve({ usableMs: performance.now(), bytes })
    }
    requestAnimationFrame(look)
  })
}

function watchKey(restMs: number): void {
  window.answered = new Promise((resolve) => {
    let pressed = 0
    let painted: number | null = null
    addEventListener(
      'keydown',
      (event) => {
        pressed = event.timeStamp
      },
      { capture: true, once: true },
    )
    // What is only said to screen readers may come later, so as not to interrupt.
    const isSeen = ({ target }: MutationRecord) =>
      !(target instanceof Element ? target : target.parentElement)?.closest('[role=status], [aria-live]')
    const observer = new MutationObserver((changes) => {
      if (pressed === 0 || !changes.some(isSeen)) return
      // The frame's callbacks run before it is painted, a message from one of them after.
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
    }, 2 * restMs)
  })
}
