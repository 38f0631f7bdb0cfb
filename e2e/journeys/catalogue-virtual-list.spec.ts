import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'

const rowNumber = (page: Page) =>
  page.evaluate(() =>
    Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1),
  )

/** Opens a list of hundreds of results, of which only the visible ones are rendered. */
async function openLongList(page: Page): Promise<void> {
  await page.goto('/api/rgb?q=font')
  await expect(page.getByText(/^38\d results for “font”$/)).toBeVisible()
}

/** Scrolls until the last row is rendered. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.locator('[data-index="300"]')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('[data-index^="3"]').length))
    .toBeGreaterThan(0)
}

test('a row scrolled out of view keeps the focus, and the arrow keys continue from it', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await openLongList(page)
  const link = page.locator('[data-index="1"] a[data-entry]')
  await link.focus()
  await scrollToEnd(page)
  await expect(link).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => rowNumber(page)).toBe(2)
  await expect(page.locator('[data-index="2"] a[data-entry]')).toBeInViewport()
})

test('values typed into an open endpoint are still there after scrolling away and back', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await openLongList(page)
  await page.locator('[data-index="1"] a[data-entry]').click()
  const field = page.getByLabel('text (required)')
  await field.fill('mine')
  await field.blur()
  await scrollToEnd(page)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(field).toHaveValue('mine')
})
