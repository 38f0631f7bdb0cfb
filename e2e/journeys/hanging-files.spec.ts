import { expect } from '@playwright/test'
import type { Part, Target } from '../faults/target.ts'
import { findTarget } from '../faults/target.ts'
import type { VisitorState } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { waitForHydration } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

// Far below the 120 s after which the bundler gives up a request, even twice, and the shell without LOAD_DEADLINE_MS.
const deadline = { env: { LOAD_DEADLINE_MS: '30000' } }

const timeout = { predicate: 'took too long to load.' }

test('a part that never arrives from the server times out after LOAD_DEADLINE_MS, a prerendered page stays readable, and Retry works', {
  tag: '@soak',
}, async ({ newSite }) => {
  const { site, openPageAs } = await newSite(deadline)
  const proxy = await startHangingProxy(site.origin)
  const open = async (target: Target, part: Part, state: VisitorState = 'signed out') => {
    const page = await openPageAs(state, { baseURL: proxy.origin, reducedMotion: 'reduce' })
    await page.clock.install()
    proxy.hang(target.files[part].pattern)
    await page.goto(target.address, { waitUntil: 'commit' })
    return { page, visitor: createVisitor(page), failure: getFailureScreen(page, target) }
  }

  const rendered = findTarget(site.releases, 'portfolio', { access: ['private'], isClientRendered: true })
  // remote-failures.spec.ts has the same deadline for every part, with requests that never reach the server.
  for (const part of ['chunk', 'style'] as const) {
    await test.step(`${part} of a page that is rendered in the browser`, async () => {
      const { page, visitor, failure } = await open(rendered, part, 'signed in')
      for (const attempt of [1, 2]) {
        await expect(failure.getLoadElement(part, attempt)).toBeAttached()
        await expect(page.getByText('Loading...')).toBeVisible()
        await page.clock.fastForward('00:30')
        await failure.isShown(timeout)
        if (attempt === 2) proxy.hang(null)
        await failure.retry()
      }
      await failure.isGone()
      await visitor.isAt(rendered.address, rendered.title)
      await page.close() // its requests that still hang would fail
    })
  }

  const prerendered = findTarget(site.releases, 'portfolio', { access: ['open'] })
  await test.step('entry of a prerendered page', async () => {
    const { page, visitor, failure } = await open(prerendered, 'entry')
    for (const attempt of [1, 2]) {
      await expect(failure.getLoadElement('entry', attempt)).toBeAttached()
      await expect(visitor.heading()).toHaveText('Ada Example')
      await expect(page.getByText('Loading...')).toHaveCount(attempt - 1) // the button, once it was pressed
      await page.clock.fastForward('00:30')
      await failure.leavesPageReadable(timeout)
      if (attempt === 2) proxy.hang(null)
      await failure.retry()
    }
    await waitForHydration(page)
    await failure.isGone()
    await page.close() // its requests that still hang would fail
  })
  proxy.stop()
})
