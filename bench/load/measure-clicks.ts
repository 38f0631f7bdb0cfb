import type { Browser, Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { percentile } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import type { Variant } from './variants.ts'

const limitMs = 100
/** Links on the way through the remotes, with the pages that they lead to. */
const clicks = ['/api', '/about', '/api', '/projects']
const quietMs = 2_000
/** How long the pointer is on a link before the button is pressed: by a quick visitor, who counts, and by nobody. */
const hoversMs = [80, 0] as const

/**
 * Measures clicks on pages of other remotes, each once the page is idle: from the click until the content is painted, and
 * requests for code. The pointer comes as a visitor's does.
 */
export async function measureClicks(
  browser: Browser,
  { variants, runs }: { variants: readonly Variant[]; runs: number },
): Promise<ResultRow[]> {
  const site = variants.find(({ name }) => name === 'portico, own server')
  if (site === undefined) throw new Error('The product is missing from the variants.')
  const times = new Map<number, number[]>(hoversMs.map((hoverMs) => [hoverMs, []]))
  let requests = 0
  for (let run = 1; run <= runs; run += 1) {
    for (const [hoverMs, ms] of times) {
      const context = await browser.newContext({ baseURL: site.origin })
      await context.addCookies([...site.visitor.cookies])
      const page = await context.newPage()
      await page.goto('/', { waitUntil: 'load' })
      await waitForQuiet(page)
      await page.evaluate(() => performance.clearResourceTimings())
      for (const path of clicks) {
        ms.push(await click(page, path, hoverMs))
        await waitForQuiet(page)
      }
      requests += await page.evaluate(countTransfers, paths.releases)
      await context.close()
    }
    console.log(`Clicks ${run} of ${runs}`)
  }
  for (const [hoverMs, ms] of times)
    console.log(`Milliseconds, ${hoverMs} ms on the link:`, ms.map(Math.round).join(' '))
  const measure = 'click on a page of another remote'
  return [
    createResultRow({
      name: `${measure}, 95th percentile`,
      value: Math.round(percentile(times.get(hoversMs[0]) ?? [], 0.95)),
      unit: 'ms',
      against: `${limitMs} ms`,
      other: limitMs,
      target: 1,
    }),
    createResultRow({
      name: `${measure}, requests for code`,
      value: requests,
      unit: 'requests',
      against: 'none',
      other: 1,
      target: 0,
    }),
  ]
}

/** Runs in the page: counts the scripts and styles of releases that didn't come from the browser's cache. */
function countTransfers(folder: string): number {
  const isCode = ({ pathname }: URL) => pathname.startsWith(folder) && /\.(?:js|css)$/.test(pathname)
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name, transferSize }) => isCode(new URL(name)) && transferSize > 0).length
}

/** Waits until nothing has been requested for a while. */
async function waitForQuiet(page: Page): Promise<void> {
  let lastAt = performance.now()
  const handle = () => {
    lastAt = performance.now()
  }
  page.on('request', handle)
  while (performance.now() - lastAt < quietMs) await page.waitForTimeout(quietMs / 10)
  page.off('request', handle)
}

/** Clicks the link to `path` with the pointer; resolves with the milliseconds until the frame with the page's heading. */
async function click(page: Page, path: string, hoverMs: number): Promise<number> {
  const timer = await page.evaluateHandle(startTimer, path)
  await page.locator(`a[href="${path}"]:visible`).first().hover()
  await page.waitForTimeout(hoverMs)
  await page.mouse.down()
  await page.mouse.up()
  const ms = await timer.evaluate(({ painted }) => painted)
  await page.mouse.move(0, 0) // A pointer that stays may be on a link of the next page.
  return ms
}

/** Runs in the page: times from the next click to the first frame with another heading, at `path`. */
function startTimer(path: string): { readonly painted: Promise<number> } {
  const before = document.querySelector('main h1')
  const painted = new Promise<number>((resolve) => {
    let startedAt = 0
    const handle = ({ timeStamp }: Event) => {
      startedAt = timeStamp
    }
    addEventListener('click', handle, { capture: true, once: true })
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('main h1')
      if (location.pathname !== path || heading === null || heading === before) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - startedAt))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  return { painted } // not the promise itself, which the caller would wait for
}
