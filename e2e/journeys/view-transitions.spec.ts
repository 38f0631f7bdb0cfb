import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
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

test('each navigation uses a view transition, and none with prefers-reduced-motion', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const transitions = await countTransitions(page)
  const visitor = createVisitor(page)
  for (const [reducedMotion, expected] of [
    ['no-preference', 2],
    ['reduce', 0],
  ] as const)
    await test.step(`${expected} with ${reducedMotion}`, async () => {
      await page.emulateMedia({ reducedMotion })
      await visitor.opens('/')
      await visitor.isAt('/', 'HomePage')
      expect(await transitions(), 'none for the first page').toBe(0)
      await visitor.followsHeaderLink('About')
      await expect(visitor.heading()).toBeFocused()
      await visitor.followsHeaderLink('Contact')
      await visitor.isAt('/contact', 'Contact Us')
      await expect(visitor.heading()).toBeFocused()
      expect(await transitions()).toBe(expected)
    })
})
