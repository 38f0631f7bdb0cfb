import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { rowToggle } from '../steps/rows.ts'

const rowNumber = (page: Page) =>
  page.evaluate(() =>
    Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1),
  )

/** Index of the last row that is rendered. */
const lastIndex = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll<HTMLElement>('[data-index]')].map(({ dataset }) =>
        Number(dataset.index),
      ),
    ),
  )

/** Scrolls until the last of `count` rows is rendered. */
async function scrollToEnd(page: Page, count: number): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => lastIndex(page)).toBe(count - 1)
}

test('a long list renders only what is visible, and keeps the focus and what was typed while it is scrolled', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/rgb?q=font')
  const results = page.getByText(/^38\d results for “font”$/)
  const count = Number.parseInt((await results.textContent()) ?? '', 10)
  expect(await page.locator('[data-entry]').count()).toBeLessThan(60)
  const link = page.locator('[data-index="1"] [data-entry]')

  await test.step('a row scrolled out of view keeps the focus, and the arrow keys continue from it', async () => {
    await link.focus()
    await scrollToEnd(page, count)
    await expect(link).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => rowNumber(page)).toBe(2)
    await expect(page.locator('[data-index="2"] [data-entry]')).toBeInViewport()
  })

  await test.step('End moves to the last result', async () => {
    await page.keyboard.press('End')
    await expect(rowToggle(page, 'Zen Tokyo Zoo')).toBeFocused()
    await page.keyboard.press('Home')
  })

  await test.step('values typed into an open endpoint are still there after scrolling away and back', async () => {
    await link.click()
    const field = page.getByLabel('text (required)')
    await field.fill('mine')
    await field.blur()
    await scrollToEnd(page, count)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(field).toHaveValue('mine')
  })
})
