import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { createVisitor, type Visitor } from '../steps/visitor.ts'

const place = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Scrolls down a page that is far longer than the window. */
async function scrolls(page: Page, to: number): Promise<void> {
  await page.evaluate((y) => scrollTo(0, y), to)
  expect(await place(page)).toBe(to)
}

/** Chooses a link of the header from the keyboard, which scrolls nothing. */
async function goesTo(visitor: Visitor, link: string, address: string, title: string): Promise<void> {
  await visitor.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: link })
    .press('Enter')
  await visitor.isAt(address, title)
}

test('the scroll position is restored on Back, on Forward, after a reload and from another document', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await visitor.opens('/api')
  await visitor.isAt('/api', 'Api')
  await scrolls(page, 300)
  await goesTo(visitor, 'About', '/about', 'About Us')
  await expect.poll(() => place(page), 'a new page begins at its top').toBe(0)
  await scrolls(page, 200)

  await page.goBack()
  await visitor.isAt('/api', 'Api')
  await expect.poll(() => place(page), 'back').toBe(300)
  await page.goForward()
  await visitor.isAt('/about', 'About Us')
  await expect.poll(() => place(page), 'forth').toBe(200)

  await page.goBack()
  await visitor.isAt('/api', 'Api')
  await scrolls(page, 900)
  await page.reload()
  await visitor.isAt('/api', 'Api')
  await expect.poll(() => place(page), 'after a reload').toBe(900)

  await visitor.opens('/cv')
  await visitor.isAt('/cv', 'CV')
  expect(await place(page), 'an address that was typed opens at its top').toBe(0)
  await page.goBack()
  await visitor.isAt('/api', 'Api')
  await expect.poll(() => place(page), 'back from another document').toBe(900)
})
