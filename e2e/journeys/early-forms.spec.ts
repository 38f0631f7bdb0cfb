import { expect, type Page } from '@playwright/test'
import type { VisitorState } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { listPrerenderedPages } from '../site/prerendered-pages.ts'
import type { Site } from '../site/start-site.ts'
import { type BlockedScripts, blockScripts } from '../steps/blocked-scripts.ts'
import { kindsOfControls, readControls } from '../steps/early-controls.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'

/** How many visits each visitor makes: one for every kind of control that a page has. */
const visits = { 'signed out': 3, unverified: 1, 'signed in': 10 } as const
const states = ['signed out', 'unverified', 'signed in'] as const

for (const state of states)
  test(`what a visitor who is ${state} types, selects, chooses and opens before hydration survives it on every page`, {
    tag: state === 'signed in' ? ['@soak'] : [],
  }, async ({ openPageAs, site }) => {
    const page = await openPageAs(state)
    const scripts = await blockScripts(page.context())
    const used: string[] = []
    for (const address of await findPagesWithControls(page, listAddresses(site, state)))
      for (const [kind, { selector, use }] of Object.entries(kindsOfControls))
        await test.step(`${kind} of ${address}`, async () => {
          const main = page.getByRole('main')
          const shown = main.locator(selector).filter({ visible: true })
          if (!page.url().endsWith(address) || used.at(-1)?.endsWith(` ${address}`))
            await openWithoutScripts(page, address, scripts)
          if ((await shown.count()) === 0) return
          await use(main)
          const before = await readControls(page, selector)
          await hydrate(page, scripts)
          expect(await readControls(page, selector)).toEqual(before)
          used.push(`${kind} of ${address}`)
        })
    scripts.unblock()
    expect(used.length, used.join('\n')).toBeGreaterThanOrEqual(visits[state])
  })

test('a search that is typed before hydration is shown after it, and one that is sent is in the address', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await recordStability(page.context())
  const scripts = await blockScripts(page.context())
  const main = page.getByRole('main')
  const field = main.getByRole('searchbox', { name: 'Search all categories' })
  const results = main.getByRole('list', { name: 'Endpoints' })
  await openWithoutScripts(page, '/api', scripts)
  await field.fill('wikipedia')
  scripts.unblock()
  await expect(page).toHaveURL('/api?q=wikipedia')
  await expect(results).toContainText('Wikipedia article')
  await expect(field).toBeFocused()

  await openWithoutScripts(page, '/api', scripts)
  await field.fill('wikipedia')
  await field.press('Enter')
  await expect(page).toHaveURL('/api?q=wikipedia')
  await expect(results).toHaveCount(0)
  scripts.unblock()
  await expect(results).toContainText('Wikipedia article')
  await expect(field).toHaveValue('wikipedia')
  expect(await getStability(page)).toEqual(steady)
})

/** One address of every page that is prerendered for visitors in that state. */
function listAddresses({ releases }: Site, state: VisitorState): string[] {
  const pages = listPrerenderedPages(releases)
    .filter(({ visibleTo }) => visibleTo.includes(state))
    // The forms with a wanted page are the same. That for a username is shown to a visitor who comes from a provider.
    .filter(({ address }) => !/[?&](?:next|username)=/.test(address))
  return [...new Map(pages.toReversed().map(({ code, address }) => [code, address])).values()]
}

/** Before hydration a page has only what the server sends, so a page without controls need not be opened. */
async function findPagesWithControls(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const address of addresses) {
    const response = await page.request.get(address)
    expect(response.ok(), address).toBe(true)
    const [, main] = (await response.text()).split(/<\/?main\b/)
    expect(main, address).toBeDefined()
    if (/<(?:input|textarea|select|details)\b/.test(main ?? '')) found.push(address)
  }
  return found
}

async function openWithoutScripts(page: Page, address: string, scripts: BlockedScripts): Promise<void> {
  scripts.block()
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

/** Lets the scripts run until React has hydrated the page and adopted what the visitor did. */
async function hydrate(page: Page, scripts: BlockedScripts): Promise<void> {
  const isHydrated = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('portico:page', resolve, { once: true })),
  )
  scripts.unblock()
  await isHydrated
  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  for (const wait of [waitForFrame, waitForFrame]) await page.evaluate(wait)
}
