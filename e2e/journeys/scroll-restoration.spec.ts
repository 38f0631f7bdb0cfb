import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { openRows } from '../steps/rows.ts'
import { createVisitor, type Visitor } from '../steps/visitor.ts'

const getScrollY = (page: Page) => page.evaluate(() => Math.round(scrollY))

/**
 * Scrolls down a page that is much longer than the window, until it stays there: a page that has just been opened may
 * still restore its own position.
 */
async function scrollDown(page: Page, to: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (y) => {
        scrollTo(0, y)
        for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame)
        return Math.round(scrollY)
      }, to),
    )
    .toBe(to)
}

/** Follows a header link with the keyboard, which does not scroll. */
async function followHeaderLink(
  visitor: Visitor,
  link: string,
  address: string,
  title: string,
): Promise<void> {
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
  await waitForHydrationOf(visitor.heading()) // before, the browser itself opens the links
  await scrollDown(page, 300)
  await followHeaderLink(visitor, 'About', '/about', 'About Us')
  await expect.poll(() => getScrollY(page), 'a new page begins at its top').toBe(0)
  await scrollDown(page, 200)

  await page.goBack()
  await visitor.isAt('/api', 'Api')
  await expect.poll(() => getScrollY(page), 'back').toBe(300)
  await page.goForward()
  await visitor.isAt('/about', 'About Us')
  await expect.poll(() => getScrollY(page), 'forth').toBe(200)

  await page.goBack()
  await visitor.isAt('/api', 'Api')
  await expect.poll(() => getScrollY(page), 'back again').toBe(300)
  await scrollDown(page, 900)
  await page.reload()
  await visitor.isAt('/api', 'Api')
  await expect.poll(() => getScrollY(page), 'after a reload').toBe(900)

  await visitor.opens('/cv')
  await visitor.isAt('/cv', 'CV')
  expect(await getScrollY(page), 'an address that was typed opens at its top').toBe(0)
  await page.goBack()
  await visitor.isAt('/api', 'Api')
  await expect.poll(() => getScrollY(page), 'back from another document').toBe(900)
})

test('an address with an open endpoint opens at that, but Back and a reload return to where the visitor was', {
  tag: '@soak',
}, async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  const open = openRows(page.getByRole('main'))
  const address = '/api/download?row=fb'
  await visitor.opens(address)
  await expect(open).toHaveText('Facebook video')
  await expect(open).toBeInViewport()
  // Below it, and above its response, whose code loads later.
  await scrollDown(page, 700)
  await followHeaderLink(visitor, 'About', '/about', 'About Us')
  await page.goBack()
  await expect(open).toHaveText('Facebook video')
  await expect.poll(() => getScrollY(page), 'back').toBe(700)
  await page.reload()
  await expect(open).toHaveText('Facebook video')
  await expect.poll(() => getScrollY(page), 'after a reload').toBe(700)
  await visitor.opens('/cv')
  await visitor.isAt('/cv', 'CV')
  await page.goBack()
  await expect(open).toHaveText('Facebook video')
  await expect.poll(() => getScrollY(page), 'back from another document').toBe(700)
})

test('Back restores the scroll position of a first page that the visitor leaves as soon as it appears', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main details[name=entry][open]') === null) return
      observer.disconnect()
      scrollTo(0, 700)
      document.querySelector<HTMLElement>('header a[href="/about"]')?.click()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/api/download?row=fb')
  await visitor.isAt('/about', 'About Us')
  await page.goBack()
  await visitor.isAt('/api/download?row=fb', 'Download')
  await expect.poll(() => getScrollY(page)).toBe(700)
})
