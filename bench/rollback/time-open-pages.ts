import type { BrowserContext, Page } from '@playwright/test'
import { getReleaseFolder, paths } from '@portico/shared/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/shared/release/discovery-document.ts'
import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import * as v from 'valibot'
import { openBrowser } from '../browser/open-browser.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'
import type { Site } from '../site/start-site.ts'
import { packBuilt } from './release-variant.ts'
import { createRolloutClient, findVisitorId } from './rollout-client.ts'

const version = '10.0.0'
const lookMs = 60_000 // a page looks for a newer document as often: pages of all ages are measured
const limitMs = 120_000

/** What a page waited for stable after a rollback by call, in milliseconds. */
export interface TimedPage {
  readonly by: 'page'
  readonly ms: number
}

/**
 * Opens pages evenly over a minute, whose visitors are the canary's, and takes the canary back. Each page goes to a page
 * of that remote, which it has not loaded yet, as soon as it hears of the rollback. Throws where one does not get stable.
 */
export async function timeOpenPages(site: Site, count: number): Promise<TimedPage[]> {
  const { remote, path } = await signInPage(site)
  const { stage, call } = createRolloutClient(site)
  const rollout = await stage(remote, version, await packBuilt(remote, version))
  const browser = await openBrowser()
  try {
    const open = async () => openPage(await browser.newContext(), site, rollout)
    const first = await open()
    await goTo(first, path)
    await untilShows(first, remote, rollout.to) // or the others would have had stable anyway
    const pages = await spread(count, open)
    const heard = pages.map((page) => untilHeard(page, remote))
    await call('POST', `${paths.rollouts}/${rollout.id}/rollback`, { reason: 'measured' })
    const from = performance.now()
    return await Promise.all(
      pages.map(async (page, at) => {
        await heard[at]
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
        await goTo(page, path)
        await untilShows(page, remote, rollout.from ?? '')
        return { by: 'page', ms: performance.now() - from } as const
      }),
    )
  } finally {
    await browser.close()
  }
}

/** The first page of a remote that visitors who are signed out reach by the header of any other page. */
async function signInPage({ origin }: Site): Promise<{ remote: string; path: string }> {
  const { remotes } = await fetchDiscovery(origin)
  for (const [remote, { stable }] of Object.entries(remotes)) {
    const page = stable.pages.find(({ access, css }) => access === 'auth' && css.length > 0)
    if (page !== undefined) return { remote, path: page.path }
  }
  throw new Error('No remote has a page to sign in.')
}

async function openPage(context: BrowserContext, { origin }: Site, rollout: Rollout): Promise<Page> {
  await context.addCookies([
    { name: 'portico_visitor', value: findVisitorId(rollout, 'canary'), url: origin },
  ])
  const page = await context.newPage()
  page.setDefaultTimeout(limitMs)
  await page.goto(origin)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Makes `count` things one after the other, so that the last is made nearly a minute after the first. */
async function spread<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const from = performance.now()
  const made: T[] = []
  for (let at = 0; at < count; at += 1) {
    const waitMs = from + (at * lookMs) / count - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    made.push(await make())
  }
  return made
}

/** Until the page has read a release document in which the canary is gone. */
async function untilHeard(page: Page, remote: string): Promise<void> {
  await page.waitForResponse(async (response) => {
    if (!response.url().endsWith(paths.discovery) || !response.ok()) return false
    const { remotes } = v.parse(DiscoveryDocumentSchema, await response.json())
    return remotes[remote]?.canary === undefined
  })
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Get Start' }).click()
  await page.locator(`a[href="${path}"]`).first().click()
}

/** A remote's styles tell the release that is on the screen: they stay in the page. */
async function untilShows(page: Page, remote: string, release: string): Promise<void> {
  const folder = getReleaseFolder(remote, release)
  await page.locator(`link[rel="stylesheet"][href*="${folder}"]`).first().waitFor({ state: 'attached' })
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}
