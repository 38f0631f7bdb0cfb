import { expect, type Page } from '@playwright/test'
import { test } from '../site/journey.ts'
import { visitorOn } from '../steps/visitor.ts'

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

for (const [reducedMotion, expected] of [
  ['no-preference', 2],
  ['reduce', 0],
] as const) {
  test(`pages come in with ${expected} view transitions where motion is ${reducedMotion}`, async ({
    browserOf,
  }) => {
    const page = await browserOf('signed in', { reducedMotion })
    const transitions = await countTransitions(page)
    const visitor = visitorOn(page)
    await visitor.opens('/')
    await visitor.isOn('/', 'HomePage')
    expect(await transitions(), 'the first page comes without').toBe(0)
    await visitor.choosesInHeader('About')
    await expect(visitor.heading()).toBeFocused()
    await visitor.choosesInHeader('Contact')
    await visitor.isOn('/contact', 'Contact Us')
    await expect(visitor.heading()).toBeFocused()
    expect(await transitions()).toBe(expected)
  })
}
