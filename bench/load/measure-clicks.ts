import type { Browser, Page } from '@playwright/test'
import { paths } from '@portico/shared/paths.ts'
import { percentile } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import type { Variant } from './variants.ts'

const limitMs = 100
/** Links on the way through the remotes, with the pages that they lead to. */
const clicks = ['/api', '/about', '/api', '/projects']
const quietMs = 2_000

/** Measures clicks on pages of other remotes once the page is idle: until the content is painted, and requests for code. */
export async function measureClicks(
  browser: Browser,
  { variants, runs }: { variants: readonly Variant[]; runs: number },
): Promise<ResultRow[]> {
  const site = variants.find(({ name }) => name === 'portico, own server')
  if (site === undefined) throw new Error('The product is missing from the variants.')
  const times: number[] = []
  let requests = 0
  for (let run = 1; run <= runs; run += 1) {
    const context = await browser.newContext({ baseURL: site.origin })
    await context.addCookies([...site.visitor.cookies])
    const page = await context.newPage()
    await page.goto('/', { waitUntil: 'load' })
    await waitForQuiet(page)
    await page.evaluate(() => performance.clearResourceTimings())
    for (const path of clicks) times.push(await page.evaluate(clickAndWait, path))
    requests += await page.evaluate(countTransfers, paths.releases)
    await context.close()
    console.log(`Clicks ${run} of ${runs}`)
  }
  console.log('Milliseconds:', times.map(Math.round).join(' '))
  const measure = 'click on a page of another remote'
  return [
    createResultRow({
      name: `${measure}, 95th percentile`,
      value: Math.round(percentile(times, 0.95)),
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

/** Runs in the page: counts the files of releases that didn't come from the browser's cache. */
function countTransfers(folder: string): number {
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name, transferSize }) => new URL(name).pathname.startsWith(folder) && transferSize > 0).length
}

/** Waits until nothing has been requested for a while. */
async function waitForQuiet(page: Page): Promise<void> {
  let lastAt = performance.now()
  page.on('request', () => {
    lastAt = performance.now()
  })
  while (performance.now() - lastAt < quietMs) await page.waitForTimeout(quietMs / 10)
}

/** Runs in the page: clicks the link to `path`; resolves with the milliseconds until the frame with the page's heading. */
function clickAndWait(path: string): Promise<number> {
  const link = [...document.links].find(
    (one) => one.origin === location.origin && one.pathname === path && one.checkVisibility(),
  )
  if (link === undefined) throw new Error(`There is no visible link to ${path} on ${location.pathname}.`)
  const before = document.querySelector('main h1')
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('main h1')
      if (location.pathname !== path || heading === null || heading === before) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now() - startedAt))
    })
    observer.observe(document, { childList: true, subtree: true })
    link.click()
  })
}
