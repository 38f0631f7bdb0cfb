import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { rowToggle } from '../steps/rows.ts'
import { createVisitor } from '../steps/visitor.ts'

const results = (page: Page) => page.getByText(/^\d[\d,]* results?(?: for|$)/)
const palette = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search the site' })
  return { dialog, field: dialog.getByRole('searchbox') }
}

test('/api searches all categories directly below its field, and its URL can be shared', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { viewport: { width: 1440, height: 844 } })
  const field = page.getByLabel('Search all categories')
  const names = page.getByRole('list', { name: 'Endpoints' }).getByRole('link')
  await page.goto('/api')

  await test.step('results are in view, without scrolling', async () => {
    await field.fill('image')
    await expect(results(page)).toBeVisible()
    await expect(page).toHaveURL('/api?q=image')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const first = await page.locator('[data-result]').first().boundingBox()
      expect(first?.y, `at ${width} px`).toBeLessThan(844 / 2)
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }
  })

  await test.step('words that no endpoint has together find partial matches', async () => {
    await field.fill('gold balloon')
    await expect(page.getByText(/^No exact match for “gold balloon”/)).toBeVisible()
    await expect(names.first()).toContainText('Glass and balloon')
    await expect(names.first()).toBeInViewport()
  })

  await test.step('color and colour find the same, and what the catalogue lacks is not found', async () => {
    await field.fill('colour')
    await expect(page.getByText(/^\d+ results for “colour”$/)).toBeVisible()
    const british = await names.allTextContents()
    await field.fill('color')
    await expect(page.getByText(`${british.length} results for “color”`)).toBeVisible()
    expect(await names.allTextContents()).toEqual(british)
    await field.fill('translate')
    await expect(page.getByText('0 results for “translate”')).toBeVisible()
  })

  await test.step('the filters are next to the results, and behind a button on a narrow screen', async () => {
    const paid = page.getByRole('checkbox', { name: /^Paid users only/ })
    await page.setViewportSize({ width: 1440, height: 900 })
    await field.fill('')
    await paid.check()
    await expect(page.getByText('3 results', { exact: true })).toBeVisible()
    const [filter, first] = await Promise.all([
      paid.boundingBox(),
      page.locator('[data-result]').first().boundingBox(),
    ])
    expect((filter?.x ?? 0) + (filter?.width ?? 0)).toBeLessThan(first?.x ?? 0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(paid).toBeHidden()
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expect(paid).toBeChecked()
  })

  await test.step('the URL of a search opens its results', async () => {
    await page.goto('/api?q=zen+tokyo')
    await page.getByRole('link', { name: /^Zen Tokyo Zoo/ }).click()
    await expect(page).toHaveURL('/api/rgb?row=rgb.381')
    await expect(page.getByRole('region', { name: 'Zen Tokyo Zoo', exact: true })).toBeVisible()
  })
})

test('the palette opens with its shortcuts, the first before any script has loaded, and with its button', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const { field, dialog } = palette(page)
  const scripts = await blockScripts(page.context())
  await page.goto('/about', { waitUntil: 'commit' })
  await page.locator('#root').waitFor({ state: 'attached' })
  await page.keyboard.press('Meta+k')
  scripts.unblock()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })
  for (const keys of ['Control+k', 'Meta+k'])
    await test.step(`${keys}, and Escape returns the focus`, async () => {
      await link.focus()
      await page.keyboard.press(keys)
      await expect(field).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(link).toBeFocused()
    })

  await test.step('Escape clears what was typed, and then closes', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('sticker')
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  for (const width of [320, 1280])
    await test.step(`the search button in the header at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 700 })
      const button = page.getByRole('banner').getByRole('button', { name: 'Search the site' })
      await button.click()
      await expect(field).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
})

test('the palette recovers when it fails to load, and finds endpoints, pages, actions and what was used last', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/Failed to load resource.*\/global-search\.js/)
  const page = await openPageAs('signed in')
  const { field, dialog } = palette(page)
  const found = dialog.getByRole('list', { name: 'Pages and actions' })
  await page.goto('/about')
  await createVisitor(page).heading().waitFor()

  await test.step('an error is shown in the dialog, and Retry recovers', async () => {
    await page.route('**/global-search.js', (route) => route.abort(), { times: 1 })
    await page.keyboard.press('Control+k')
    await expect(dialog.getByRole('alert')).toContainText("Search couldn't load. Owner: Catalogue team.")
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(field).toBeVisible()
    await expect(dialog.getByRole('link', { name: /^HomePage/ })).toHaveCount(1)
  })

  await test.step('projects, themes and WhatsApp are found and counted', async () => {
    await field.fill('project qr')
    await expect(found.locator('a[href^="/projects/"][href$="/qr"]').first()).toBeVisible()
    await field.fill('system theme')
    await expect(dialog.getByText('1 result for “system theme”')).toBeVisible()
    await field.fill('whatsapp')
    await expect(found.getByRole('button', { name: /^Message .+ on WhatsApp/ })).toBeVisible()
  })

  await test.step('Arrow Down and Enter run the first result of what was typed', async () => {
    await field.fill('')
    await field.pressSequentially('dark')
    await expect(results(page)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(dialog, 'before it is opened again').toBeHidden()
    await expect(page).toHaveURL('/about')
  })

  await test.step('Enter in the field opens the first result', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('facebook')
    await expect(results(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/api/download?row=fb')
    await expect(dialog).toBeHidden()
  })

  await test.step('favourites come first', async () => {
    await page.getByRole('button', { name: /^Favourite Facebook/ }).click()
    await rowToggle(page, 'Twitter download').click()
    await expect(page).toHaveURL('/api/download?row=twitter')
    await page.keyboard.press('Control+k')
    const favourite = dialog
      .getByRole('list')
      .first()
      .getByRole('link', { name: /^Facebook/ })
    await favourite.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/api/download?row=fb')
  })

  await test.step('the visitor logs out', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('log out')
    await found.getByRole('button', { name: /^Log out/ }).click()
    await expect(page).toHaveURL('/logout')
  })
})
