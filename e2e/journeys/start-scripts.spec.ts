import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'

declare global {
  interface Window {
    /** How many contentful paints there had been when the shell's script was added to the page. */
    paintsBeforeStart?: number
  }
}

/** Notes what had been painted when the shell's script starts. */
const watchStart = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('script[src^="/r/shell/"]') === null) return
      window.paintsBeforeStart ??= performance.getEntriesByName('first-contentful-paint').length
    }).observe(document, { childList: true, subtree: true })
  })

const readStart = (page: Page) => page.evaluate(() => window.paintsBeforeStart)

test('a page that is shown without its scripts starts them after the first paint', async ({ openPageAs }) => {
  const page = await openPageAs('signed out')
  await watchStart(page)
  for (const visit of ['first', 'later, with the script in the cache']) {
    await page.goto('/')
    await waitForHydrationOf(page.getByRole('main'))
    expect(await readStart(page), visit).toBe(1)
    await expect(page.locator('template#scripts'), visit).toHaveCount(0)
  }
})

test('a page that is not shown without its scripts starts them at once', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404/)
  const page = await openPageAs('signed in')
  await watchStart(page)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await readStart(page)).toBe(0)
})

for (const [reason, hide] of [
  ['is in the background', () => Object.defineProperty(document, 'hidden', { value: true })],
  [
    'reports no paint',
    () => Object.defineProperty(PerformanceObserver.prototype, 'observe', { value: () => {} }),
  ],
] as const)
  test(`the scripts of a page start, too, if it ${reason}`, async ({ openPageAs }) => {
    const page = await openPageAs('signed out')
    await page.addInitScript(hide)
    await page.goto('/')
    await waitForHydrationOf(page.getByRole('main'))
  })
