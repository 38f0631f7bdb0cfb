import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'

const grounds = { light: 'rgb(246, 246, 243)', dark: 'rgb(14, 16, 19)' }

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const getOption = (page: Page, theme: string) =>
  page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: theme })
/** Chooses a theme on a page that has started, which applies it immediately. */
async function choose(page: Page, theme: string): Promise<void> {
  await waitForHydrationOf(getOption(page, theme))
  await getOption(page, theme).check()
}
const bars = (page: Page) =>
  page
    .locator('meta[name="theme-color"]')
    .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))

test('a theme applies immediately, in other tabs and after a reload, with the arrow keys and on a narrow screen', {
  tag: '@soak',
}, async ({ page, context }) => {
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
  await other.close()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await bars(page)).toEqual(['#0e1013', '#0e1013'])
  await choose(page, 'System')
  expect(await ground(page)).toBe(grounds.light)
  expect(await bars(page)).toEqual(['#f6f6f3', '#0e1013'])

  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeFocused()
  await expect.poll(() => ground(page)).toBe(grounds.dark)

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await choose(page, 'Light')
  expect(await ground(page)).toBe(grounds.light)
})

/** Whether React has begun to hydrate the page: it marks the root element. */
const isStarted = (page: Page) =>
  page
    .locator('#root')
    .evaluate((root) => Object.keys(root).some((property) => property.startsWith('__reactContainer')))

test('the chosen theme is painted before any script runs, and what is chosen then is applied', async ({
  page,
  context,
  site,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const options = page.getByRole('group', { name: 'Theme' }).locator('label')

  /** Opens the page without scripts and, if there is a label, chooses this theme. */
  const opens = async (label?: string) => {
    const scripts = await blockScripts(context)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(options).toHaveCount(3)
    if (label) await options.filter({ hasText: label }).click()
    return scripts
  }
  const hasChosen = async (label: string, theme: keyof typeof grounds) => {
    await expect.poll(() => ground(page)).toBe(grounds[theme])
    await expect(page.getByRole('radio', { name: label })).toBeChecked()
    const isDarkSaved = async () =>
      (await context.cookies()).some(({ name, value }) => name === 'portico.theme' && value === 'dark')
    await expect.poll(isDarkSaved, 'React saves what was chosen').toBe(theme === 'dark')
  }

  await test.step('Dark is chosen instead of Light', async () => {
    await context.addCookies([{ name: 'portico.theme', value: 'light', url: site.origin }])
    const scripts = await opens('Dark')
    scripts.unblock()
    await hasChosen('Dark', 'dark')
  })

  await test.step('then the first paint is dark, and the switch shows it', async () => {
    const scripts = await opens()
    await expect.poll(() => ground(page)).toBe(grounds.dark)
    const getColors = () =>
      options.evaluateAll((all) => all.map((option) => getComputedStyle(option).backgroundColor))
    const [light, system, dark] = await getColors()
    expect(light).toBe(system)
    expect(dark).not.toBe(system)
    expect(await isStarted(page), 'no script has run').toBe(false)
    scripts.unblock()
    await hasChosen('Dark', 'dark')
    expect(await isStarted(page)).toBe(true)
    expect(await getColors()).toEqual([light, system, dark])
  })

  await test.step('System is chosen instead of Dark', async () => {
    const scripts = await opens('System')
    scripts.unblock()
    await hasChosen('System', 'light')
    await page.reload()
    await hasChosen('System', 'light')
  })
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
  expect(dark.root).toBe('<html lang="en" data-remote="portfolio" data-theme="dark">')
  expect((await get('portico.theme=sepia"')).root).toBe('<html lang="en" data-remote="portfolio">')
  expect((await get('portico.theme=dark', dark.etag)).status).toBe(304)
  expect((await get('portico.theme=light', dark.etag)).status).toBe(200)
  expect((await get('', dark.etag)).status).toBe(200)
})
