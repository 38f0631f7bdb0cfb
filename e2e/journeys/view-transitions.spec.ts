import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Counts the view transitions of a page. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    let count = 0
    document.startViewTransition = (update) => {
      count += 1
      document.documentElement.dataset.transitions = String(count)
      return start(update)
    }
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.transitions ?? 0))
}

/** Opens an address and waits for its links: before, the browser itself opens them, without a transition. */
async function opens(page: Page, address: string, title: string): Promise<void> {
  const visitor = createVisitor(page)
  await visitor.opens(address)
  await visitor.isAt(address, title)
  await waitForHydrationOf(visitor.heading())
}

/** Follows the first link from the projects to one of them. */
async function opensProject(page: Page): Promise<void> {
  await page.getByRole('main').locator('a[href^="/projects/"]').first().click()
}

test('a list and what is below it use view transitions, other pages and prefers-reduced-motion none', {
  tag: '@soak',
}, async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const transitions = await countTransitions(page)
  const visitor = createVisitor(page)
  for (const [reducedMotion, expected] of [
    ['no-preference', 2],
    ['reduce', 0],
  ] as const)
    await test.step(`${expected} with ${reducedMotion}`, async () => {
      await page.emulateMedia({ reducedMotion })
      await opens(page, '/about', 'About Us')
      await visitor.followsHeaderLink('Projects')
      await expect(visitor.heading()).toBeFocused()
      expect(await transitions(), 'none between other pages').toBe(0)
      await opensProject(page)
      await expect(visitor.heading()).toBeFocused()
      await page.goBack()
      await visitor.isAt('/projects', 'Projects')
      await expect(visitor.heading()).toBeFocused()
      expect(await transitions()).toBe(expected)
      await visitor.followsHeaderLink('Contact')
      await expect(visitor.heading()).toBeFocused()
      expect(await transitions(), 'none after them').toBe(expected)
    })
})

test('during a view transition the header can be clicked, and a navigation shows its page immediately', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const transitions = await countTransitions(page)
  const visitor = createVisitor(page)
  const startsTransition = async () => {
    await opens(page, '/projects', 'Projects')
    await page.evaluate(() => document.documentElement.style.setProperty('--motion-fast', '1000s'))
    await opensProject(page)
    await expect(visitor.heading()).toBeFocused()
    expect(await transitions()).toBe(1)
  }
  await startsTransition()
  await visitor.followsHeaderLink('Contact')
  await expect(visitor.heading()).toBeFocused()
  await startsTransition()
  await page.goBack()
  await visitor.isAt('/projects', 'Projects')
})
