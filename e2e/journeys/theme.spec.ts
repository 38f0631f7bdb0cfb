import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'

const grounds = { light: 'rgb(246, 246, 243)', dark: 'rgb(14, 16, 19)' }

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const choose = (page: Page, theme: string) =>
  page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: theme }).check()
const bars = (page: Page) =>
  page
    .locator('meta[name="theme-color"]')
    .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))

test('a theme applies at once, in other tabs and after a reload', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/auth/login')
  await expect(other.getByRole('radio', { name: 'System' })).toBeChecked()
  await choose(page, 'Dark')
  expect(await ground(page)).toBe(grounds.dark)
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await ground(other)).toBe(grounds.dark)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await bars(page)).toEqual(['#0e1013', '#0e1013'])
  await choose(page, 'System')
  expect(await ground(page)).toBe(grounds.light)
  expect(await bars(page)).toEqual(['#f6f6f3', '#0e1013'])
})

/** Whether React has begun to hydrate the page: it marks the root element. */
const isStarted = (page: Page) =>
  page
    .locator('#root')
    .evaluate((root) => Object.keys(root).some((property) => property.startsWith('__reactContainer')))

test('the first paint has the chosen theme before any script runs', async ({ page, context, site }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await context.addCookies([{ name: 'portico.theme', value: 'dark', url: site.origin }])
  const scripts = await blockScripts(context)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await expect.poll(() => ground(page)).toBe(grounds.dark)
  expect(await isStarted(page), 'no script has run').toBe(false)
  scripts.unblock()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await isStarted(page)).toBe(true)
})

test('the theme switch shows the chosen theme before any script runs', async ({ page, context, site }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await context.addCookies([{ name: 'portico.theme', value: 'dark', url: site.origin }])
  const scripts = await blockScripts(context)
  await page.goto('/', { waitUntil: 'commit' })
  const options = page.getByRole('group', { name: 'Theme' }).locator('label')
  const grounds = () =>
    options.evaluateAll((all) => all.map((option) => getComputedStyle(option).backgroundColor))
  await expect(options).toHaveCount(3)
  const [light, system, dark] = await grounds()
  expect(light).toBe(system)
  expect(dark).not.toBe(system)
  scripts.unblock()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await grounds()).toEqual([light, system, dark])
})

test('the theme switch works with the arrow keys', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeFocused()
  await expect.poll(() => ground(page)).toBe(grounds.dark)
})

for (const [before, label, after] of [
  ['light', 'Dark', 'dark'],
  ['dark', 'System', 'light'],
] as const) {
  test(`the choice of ${label} before any script has loaded is applied`, async ({ page, context, site }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await context.addCookies([{ name: 'portico.theme', value: before, url: site.origin }])
    const scripts = await blockScripts(context)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('group', { name: 'Theme' }).locator('label', { hasText: label }).click()
    scripts.unblock()
    await expect.poll(() => ground(page)).toBe(grounds[after])
    await expect(page.getByRole('radio', { name: label })).toBeChecked()
    await page.reload()
    await expect(page.getByRole('radio', { name: label })).toBeChecked()
    expect(await ground(page)).toBe(grounds[after])
  })
}

test('the narrow-screen menu contains the theme switch', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await choose(page, 'Light')
  expect(await ground(page)).toBe(grounds.light)
})

test('the page is rendered for each theme, and other cookie values are ignored', async ({
  request,
  site,
}) => {
  const get = async (cookie: string, etag = '') => {
    const response = await request.get(site.origin, { headers: { cookie, 'if-none-match': etag } })
    const root = (await response.text()).match(/<html[^>]*>/)?.[0]
    return { status: response.status(), root, etag: response.headers().etag ?? '' }
  }
  const dark = await get('portico.theme=dark')
  expect(dark.root).toBe('<html lang="en" data-theme="dark">')
  expect((await get('portico.theme=sepia"')).root).toBe('<html lang="en">')
  expect((await get('portico.theme=dark', dark.etag)).status).toBe(304)
  expect((await get('portico.theme=light', dark.etag)).status).toBe(200)
  expect((await get('', dark.etag)).status).toBe(200)
})
