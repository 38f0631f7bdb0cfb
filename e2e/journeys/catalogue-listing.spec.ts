import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { rowToggle } from '../steps/rows.ts'
import { createVisitor } from '../steps/visitor.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: rowToggle(page, name) })
const details = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Counts the different values in what a canvas shows. */
const countColors = (canvas: Locator) =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('expected a canvas')
    const { width, height } = element
    const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    return new Set(pixels).size
  })

test('categories are opened next to the listing, at its end and, on a phone, in a popover', async ({
  openPageAs,
}) => {
  const viewport = { width: 1440, height: 900 }
  const page = await openPageAs('signed in', { viewport, reducedMotion: 'reduce' })
  const visitor = createVisitor(page)
  await page.goto('/api/news')
  await waitForHydrationOf(visitor.heading()) // before, the browser itself opens the links
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await expect(categories.getByRole('link')).toHaveCount(18)
  await expect(categories.locator('[aria-current=page]')).toHaveText('News 5')
  await categories.getByRole('link', { name: 'Image Edit 12' }).click()
  await visitor.isAt('/api/imageEdit', 'Image Edit')
  await expect(categories.locator('[aria-current=page]')).toHaveText('Image Edit 12')
  await page.getByRole('navigation', { name: 'Previous and next category' }).getByRole('link').last().click()
  await visitor.isAt('/api/image_frame', 'Image Frame')
  await expect(visitor.heading()).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Category: Image Frame (31)' }).click()
  await categories.getByRole('link', { name: 'FancyText 1' }).click()
  await visitor.isAt('/api/fancy', 'FancyText')
})

test('a row opens with the keyboard, wherever it is clicked, and with Try it', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/news')

  await test.step('the table works with the keyboard alone', async () => {
    const name = 'Latest news with full details'
    const last = rowToggle(page, name)
    const search = page.getByLabel('Search in News')
    await waitForHydrationOf(search)
    await search.press('ArrowDown')
    await expect(rowToggle(page, 'News article')).toBeFocused()
    await page.keyboard.press('End')
    await expect(last).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(details(page, name)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details(page, name)).toBeHidden()
    await expect(last).toBeFocused()
  })

  await test.step('a click anywhere opens the row, while its text can be selected', async () => {
    const description = row(page, 'News comments').getByText(/^Lists the readers/)
    await description.scrollIntoViewIfNeeded()
    const box = await description.boundingBox()
    if (box === null) throw new Error('The description has no place on the page.')
    await page.mouse.move(box.x + 1, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 100, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^Lists the/)
    await expect(details(page, 'News comments')).toBeHidden()
    await description.click()
    await expect(details(page, 'News comments')).toBeVisible()
    await expect(rowToggle(page, 'News comments')).toBeFocused()
    await description.click()
    await expect(details(page, 'News comments')).toBeHidden()
  })

  await test.step('Try it opens the panel of its row', async () => {
    await page.getByRole('link', { name: 'Try it: News comments' }).click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Try it' })).toBeFocused()
    await expect(page).toHaveURL('/api/news?row=esana_news_comments')
  })
})

test('compact rows and hidden samples are remembered, and in the first paint', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { viewport: { width: 1440, height: 900 } })
  const samples = page.getByRole('region', { name: 'Styles at a glance', includeHidden: true })
  const table = page.getByRole('table')
  const tableOnly = page.getByRole('button', { name: 'Table only', pressed: true })
  const getHeight = async () => (await table.boundingBox())?.height ?? 0
  const scripts = await blockScripts(page.context())
  await page.goto('/api/attp_i', { waitUntil: 'commit' })
  await expect(samples).toBeVisible()
  await page.getByRole('button', { name: 'Table only' }).click()
  scripts.unblock()
  await expect(samples).toBeHidden()
  const comfortable = await getHeight()
  await page.getByRole('button', { name: 'Compact' }).click()
  await expect.poll(getHeight).toBeLessThan(comfortable)
  const compact = await getHeight()

  const laterScripts = await blockScripts(page.context())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(samples).toBeAttached()
  await expect(samples).toBeHidden()
  expect(await getHeight()).toBe(compact)
  laterScripts.unblock()
  await expect(tableOnly).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compact', pressed: true })).toBeVisible()
  await expect(samples).toBeHidden()
  expect(await getHeight()).toBe(compact)

  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: /^Image Frame/ })
    .click()
  await createVisitor(page).isAt('/api/image_frame', 'Image Frame')
  await expect(tableOnly).toBeVisible()
  await expect(samples).toBeHidden()
  await expect(table).toBeVisible()
  await tableOnly.click()
  await expect
    .poll(() => countColors(samples.locator('canvas').first()), 'a frame is drawn')
    .toBeGreaterThan(50)
})

test('on a touch screen the targets of a row are at least 44 px high', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto('/api/download')
  const target = row(page, 'APK by link (v2)')
  await expect(target).toBeVisible()
  for (const control of [
    target,
    target.getByRole('link', { name: /^Try it/ }),
    target.getByRole('button', { name: /^Copy the request/ }),
    target.getByText('Note'),
    page.getByRole('button', { name: 'Compact' }),
    page.getByRole('button', { name: 'Filters' }),
    page.getByRole('button', { name: 'Category: Download (22)' }),
  ])
    expect((await control.boundingBox())?.height, String(control)).toBeGreaterThanOrEqual(44)
})
