import { expect } from '@playwright/test'
import type { Part } from '../faults/target.ts'
import { findTarget } from '../faults/target.ts'
import { test } from '../site/fixtures.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { waitForHydration } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

const parts: readonly Part[] = ['entry', 'chunk', 'style']
// Far below the 120 s after which the bundler gives up a request, even twice.
const deadline = { env: { LOAD_DEADLINE_MS: '30000' } }

test('Retry works after a part of a page never arrived from the server', async ({ newSite }) => {
  const { site, openPageAs } = await newSite(deadline)
  const proxy = await startHangingProxy(site.origin)
  const target = findTarget(site.releases, 'account', ['auth'])
  for (const part of parts) {
    await test.step(part, async () => {
      const page = await openPageAs('signed out', { baseURL: proxy.origin })
      const failure = getFailureScreen(page, target)
      await page.clock.install()
      proxy.hang(target.files[part].pattern)
      await page.goto(target.address, { waitUntil: 'commit' })
      for (const attempt of [1, 2]) {
        await expect(failure.getLoadElement(part, attempt)).toBeAttached()
        await expect(page.getByText('Loading...')).toBeVisible()
        await page.clock.fastForward('00:30')
        await failure.isShown(/took too long to load/)
        if (attempt === 2) proxy.hang(null)
        await failure.retry()
      }
      await failure.isGone()
      await createVisitor(page).isAt(target.address, target.title)
      await page.close() // its requests that still hang would fail
    })
  }
  proxy.stop()
})

test('a prerendered page stays readable while its code hangs, and Retry works', async ({ newSite }) => {
  const { site, openPageAs } = await newSite(deadline)
  const proxy = await startHangingProxy(site.origin)
  const page = await openPageAs('signed out', { baseURL: proxy.origin })
  const visitor = createVisitor(page)
  const notice = page.getByRole('main').getByRole('alert')
  await page.clock.install()
  proxy.hang(/home-route-tsx\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('script[src$="/home-route-tsx.js"]')).toBeAttached()
  await expect(visitor.heading()).toHaveText('Ada Example')
  await page.clock.fastForward('00:30')
  await expect(notice).toContainText('The interactive part of this page took too long to load.')
  await expect(visitor.heading()).toHaveText('Ada Example')
  proxy.hang(null)
  await notice.getByRole('button', { name: 'Retry' }).click()
  await waitForHydration(page)
  await expect(notice).toHaveCount(0)
  await page.close() // its request that still hangs would fail
  proxy.stop()
})
