import type { BrowserContext, Page } from '@playwright/test'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { openBrowser } from '../browser/open-browser.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'
import type { Site } from '../site/start-site.ts'
import { visitorCookie, visitUntil } from '../site/visit-page.ts'
import { createRolloutClient } from './rollout-client.ts'

const version = '10.0.0'
const pollMs = 60_000 // how often a page polls the discovery document, so pages of all ages are measured
const timeoutMs = 120_000

/** How long an open page took to get the stable release after a rollback request, in milliseconds. */
export interface TimedPage {
  readonly by: 'page'
  readonly ms: number
}

/**
 * Opens pages of canary visitors evenly over a minute, then rolls the canary back. Once a page hears of the rollback, it
 * navigates to the remote for the first time. Throws if it doesn't get the stable release.
 */
export async function timeOpenPages(site: Site, count: number): Promise<TimedPage[]> {
  const { remote, path } = await findSignInPage(site)
  const { publish, rollOut, send } = createRolloutClient(site)
  await publish(remote, version)
  const rollout = await rollOut(remote, version)
  const browser = await openBrowser()
  try {
    const open = async () => openPage(await browser.newContext(), site, rollout)
    const first = await open()
    await goTo(first, path)
    await waitForRelease(first, remote, rollout.to) // otherwise the other pages would get stable anyway
    const pages = await openEvenly(count, open)
    const informed = pages.map((page) => waitForRollback(page, remote))
    await send('POST', `${paths.rollouts}/${rollout.id}/rollback`, { reason: 'measured' })
    const from = performance.now()
    return await Promise.all(
      pages.map(async (page, at) => {
        await informed[at]
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
        await goTo(page, path)
        await waitForRelease(page, remote, rollout.from ?? '')
        return { by: 'page', ms: performance.now() - from } as const
      }),
    )
  } finally {
    await browser.close()
  }
}

/** Finds a page that signed-out visitors can reach from the header of any other page. */
async function findSignInPage({ origin }: Site): Promise<{ remote: string; path: string }> {
  const { remotes } = await fetchDiscovery(origin)
  for (const [remote, { stable }] of Object.entries(remotes)) {
    const page = stable.pages.find(({ access, css }) => access === 'auth' && css.length > 0)
    if (page !== undefined) return { remote, path: page.path }
  }
  throw new Error('No remote has a sign-in page.')
}

async function openPage(context: BrowserContext, { origin }: Site, rollout: Rollout): Promise<Page> {
  const { visitor } = await visitUntil(origin, { remote: rollout.remote, arm: 'canary' })
  await context.addCookies([{ name: visitorCookie, value: visitor, url: origin }])
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  // An idle page fetches the document once to prefetch code. That doesn't tell it of a rollback, so it has to be over.
  const prefetching = page.waitForResponse((response) => response.url().endsWith(paths.discovery))
  await page.goto(origin)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await prefetching
  return page
}

/** Opens `count` pages evenly over one polling interval. */
async function openEvenly<T>(count: number, open: () => Promise<T>): Promise<T[]> {
  const from = performance.now()
  const opened: T[] = []
  for (let at = 0; at < count; at += 1) {
    const waitMs = from + (at * pollMs) / count - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    opened.push(await open())
  }
  return opened
}

/** Waits until the page has received a discovery document without the canary. */
async function waitForRollback(page: Page, remote: string): Promise<void> {
  await page.waitForResponse(async (response) => {
    if (!response.url().endsWith(paths.discovery) || !response.ok()) return false
    const { remotes } = v.parse(DiscoveryDocumentSchema, await response.json())
    return remotes[remote]?.canary === undefined
  })
}

async function goTo(page: Page, path: string): Promise<void> {
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: 'Get Start' }).click()
  await banner.locator(`a[href="${path}"]`).click()
}

/** Waits for a page of the release, which its style sheets identify. */
async function waitForRelease(page: Page, remote: string, release: string): Promise<void> {
  const folder = getReleaseFolder(remote, release)
  await page.locator(`link[rel="stylesheet"][href*="${folder}"]`).first().waitFor({ state: 'attached' })
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}
