import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { expectNoViolationsInBothThemes, injectAxe } from '../steps/accessibility.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { createVisitor } from '../steps/visitor.ts'

const results = (page: Page) => page.getByText(/^\d[\d,]* results?(?: for|$)/)
const firstName = (page: Page) => page.locator('a[data-entry]').first()

test('a search is part of the URL and survives a reload', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/text_effect_i')
  await page.getByLabel('Search in Text Effect 1').fill('gold bevelled')
  await expect(results(page)).toBeVisible()
  await expect(firstName(page)).toHaveText('Gold bevelled block')
  await expect(page).toHaveURL(/\?q=gold\+bevelled$/)
  await page.reload()
  await expect(firstName(page)).toHaveText('Gold bevelled block')
})

test('Back undoes filters and opened endpoints one at a time', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/download')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: /^Paid users only/ }).check()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Twitter download' }).click()
  await expect(page.getByRole('region', { name: 'Twitter download', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/api/download?access=paid&row=twitter')
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Twitter download', exact: true })).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/api/download')
  await expect(page.getByRole('table', { name: 'Download endpoints' })).toBeVisible()
  await page.goForward()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
})

test('the URL of a variant opens it after sign-in', async ({ openPageAs, playwright, site }) => {
  const { createAccount, createPerson } = await import('../site/accounts.ts')
  const person = createPerson()
  await createAccount(playwright, site.origin, { person, isVerified: true })
  const page = await openPageAs('signed out')
  await page.goto('/api/rgb?row=rgb.381')
  await createVisitor(page).logsIn(person.username, person.password)
  await expect(page).toHaveURL('/api/rgb?row=rgb.381')
  await expect(page.getByRole('region', { name: 'Zen Tokyo Zoo', exact: true })).toBeInViewport()
})

test('the table works with the keyboard alone', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/news')
  await page.getByLabel('Search in News').press('ArrowDown')
  await expect(page.getByRole('link', { name: 'News article' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: 'Latest news with full details' })).toBeFocused()
  await page.keyboard.press('Enter')
  const row = page.getByRole('region', { name: 'Latest news with full details', exact: true })
  await expect(row).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toBeHidden()
  await expect(page.getByRole('link', { name: 'Latest news with full details' })).toBeFocused()
})

test('a long list renders only the visible results and can be scrolled to its end', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/rgb?q=font')
  await expect(page.getByText(/^38\d results for “font”$/)).toBeVisible()
  expect(await page.locator('a[data-entry]').count()).toBeLessThan(60)
  await firstName(page).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: 'Zen Tokyo Zoo' })).toBeFocused()
})

test('/api searches all categories, and its URL can be shared', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api')
  await page.getByLabel('Search all categories').fill('sticker')
  await expect(results(page)).toBeVisible()
  await expect(page).toHaveURL('/api?q=sticker')
  const other = await openPageAs('signed in')
  await other.goto('/api?q=zen+tokyo')
  await other.getByRole('link', { name: /^Zen Tokyo Zoo/ }).click()
  await expect(other).toHaveURL('/api/rgb?row=rgb.381')
  await expect(other.getByRole('region', { name: 'Zen Tokyo Zoo', exact: true })).toBeVisible()
})

test('words that no endpoint has together find partial matches, shown in view', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api?q=gold+balloon')
  const first = page.getByRole('list', { name: 'Endpoints' }).getByRole('link').first()
  await expect(first).toContainText('Glass and balloon')
  await expect(first).toBeInViewport()
  await expect(page.getByText(/^No exact match for “gold balloon”/)).toBeVisible()
})

for (const width of [390, 1440]) {
  test(`/api shows results directly below its field, without scrolling, at ${width} px`, async ({
    openPageAs,
  }) => {
    const height = 844
    const page = await openPageAs('signed in', { viewport: { width, height } })
    await page.goto('/api')
    const field = page.getByLabel('Search all categories')
    await field.fill('image')
    await expect(results(page)).toBeVisible()
    const first = await page.locator('[data-result]').first().boundingBox()
    expect(first?.y).toBeLessThan(height / 2)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
}

test('the filters of /api are beside the results, and behind a button on a narrow screen', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { viewport: { width: 1440, height: 900 } })
  await page.goto('/api')
  const paid = page.getByRole('checkbox', { name: /^Paid users only/ })
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

for (const keys of ['Control+k', 'Meta+k']) {
  test(`${keys} opens search on any page`, async ({ openPageAs }) => {
    const page = await openPageAs('signed in')
    await page.goto('/about')
    await createVisitor(page).heading().waitFor()
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })
    await link.focus()
    await page.keyboard.press(keys)
    const dialog = page.getByRole('dialog', { name: 'Search the site' })
    const field = dialog.getByRole('searchbox')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
    await page.keyboard.press(keys)
    await field.fill('facebook')
    await expect(results(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/api/download?row=fb')
    await expect(dialog).toBeHidden()
  })
}

for (const width of [320, 1280]) {
  test(`the search button in the header opens search at ${width} px`, async ({ openPageAs }) => {
    const page = await openPageAs('signed in', { viewport: { width, height: 700 } })
    await page.goto('/about')
    const button = page.getByRole('banner').getByRole('button', { name: 'Search the site' })
    await button.click()
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test('the command palette switches the theme and is accessible', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { reducedMotion: 'reduce' })
  await page.goto('/about')
  await createVisitor(page).heading().waitFor()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search the site' })
  await dialog.getByRole('searchbox').fill('sticker')
  await expect(results(page)).toBeVisible()
  await injectAxe(page)
  await expectNoViolationsInBothThemes(page, 'the palette')
  await dialog.getByRole('searchbox').fill('dark theme')
  await dialog.getByRole('button', { name: /^Use the dark theme/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('in the palette, Arrow Down and Enter run the first result of what was typed', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await page.goto('/about')
  await createVisitor(page).heading().waitFor()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search the site' })
  await expect(dialog.getByRole('link', { name: /^HomePage/ })).toHaveCount(1)
  await dialog.getByRole('searchbox').pressSequentially('dark')
  await expect(results(page)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page).toHaveURL('/about')
})

test('the palette finds projects, WhatsApp and log out, and counts them', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/about')
  await createVisitor(page).heading().waitFor()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search the site' })
  const found = dialog.getByRole('list', { name: 'Pages and actions' })
  await dialog.getByRole('searchbox').fill('project qr')
  await expect(found.locator('a[href^="/projects/"][href$="/qr"]').first()).toBeVisible()
  await dialog.getByRole('searchbox').fill('system theme')
  await expect(dialog.getByText('1 result for “system theme”')).toBeVisible()
  await dialog.getByRole('searchbox').fill('whatsapp')
  await expect(found.getByRole('button', { name: /^Message .+ on WhatsApp/ })).toBeVisible()
  await dialog.getByRole('searchbox').fill('log out')
  await found.getByRole('button', { name: /^Log out/ }).click()
  await expect(page).toHaveURL('/logout')
})

test('the palette starts with the favourites and what was used last', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/news?row=esana_news')
  await page.getByRole('button', { name: 'Favourite News article' }).click()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search the site' })
  await expect(
    dialog
      .getByRole('list')
      .first()
      .getByRole('link', { name: /^News article/ }),
  ).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/api/news?row=esana_news')
})

test('color and colour find the same endpoints, and what the catalogue lacks is not found', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await page.goto('/api?q=colour')
  const names = page.getByRole('list', { name: 'Endpoints' }).getByRole('link')
  await expect(page.getByText(/^\d+ results for “colour”$/)).toBeVisible()
  const british = await names.allTextContents()
  await page.getByLabel('Search all categories').fill('color')
  await expect(page.getByText(`${british.length} results for “color”`)).toBeVisible()
  expect(await names.allTextContents()).toEqual(british)
  await page.getByLabel('Search all categories').fill('translate')
  await expect(page.getByText('0 results for “translate”')).toBeVisible()
})

test('the search shortcut works before any script has loaded', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const scripts = await blockScripts(page.context())
  await page.goto('/about', { waitUntil: 'commit' })
  await page.locator('#root').waitFor({ state: 'attached' })
  await page.keyboard.press('Meta+k')
  scripts.unblock()
  await expect(page.getByRole('dialog', { name: 'Search the site' }).getByRole('searchbox')).toBeFocused()
})

test('a signed-out visitor has no command palette', async ({ openPageAs }) => {
  const page = await openPageAs('signed out')
  await page.goto('/')
  await createVisitor(page).heading().waitFor()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a search that fails to load shows an error in the dialog, and Retry recovers', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/Failed to load resource.*\/global-search\.js/)
  const page = await openPageAs('signed in')
  await page.goto('/about')
  await createVisitor(page).heading().waitFor()
  await page.route('**/global-search.js', (route) => route.abort(), { times: 1 })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search the site' })
  await expect(dialog.getByRole('alert')).toContainText("Search couldn't load. Owner: Catalogue team.")
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('searchbox')).toBeVisible()
})
