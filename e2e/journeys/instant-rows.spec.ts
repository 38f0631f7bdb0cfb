import { expect } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { expectNoViolationsInBothThemes, injectAxe } from '../steps/accessibility.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { openRows, rowToggle } from '../steps/rows.ts'

const viewport = { width: 390, height: 844 }

test('a row is opened, filled in and sent before any script has loaded, and is as the visitor left it afterwards', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { viewport, reducedMotion: 'reduce' })
  const scripts = await blockScripts(page.context())
  const main = page.getByRole('main')
  const field = main.getByLabel('username (required)').filter({ visible: true })
  const getScrollY = () => page.evaluate(() => scrollY)
  await page.goto('/api/download', { waitUntil: 'commit' })

  await test.step('one row is open at a time', async () => {
    await rowToggle(main, 'Facebook video').click()
    await expect(openRows(main)).toHaveText('Facebook video')
    await rowToggle(main, 'TikTok user').click()
    await expect(openRows(main)).toHaveText('TikTok user')
    await injectAxe(page)
    await expectNoViolationsInBothThemes(page, 'a row that HTML alone has opened')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  })

  await test.step('its form is checked, and opens the response in another tab', async () => {
    const send = main.getByRole('button', { name: 'Send', exact: true })
    await field.fill('')
    await send.click()
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
    await field.fill('mine')
    const opening = page.context().waitForEvent('page')
    await send.click()
    const response = await opening
    await response.waitForURL('/-/sandbox/?code=tiktok_user&username=mine&api=sandbox-free')
    await expect(response.locator('body')).toContainText('"username":"mine"')
    await response.close()
  })

  await field.press('Home')
  const before = await getScrollY()
  scripts.unblock()
  await expect(main.getByRole('region', { name: 'TikTok user', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/api/download?row=tiktok_user')
  await expect(field).toBeFocused()
  expect(await getScrollY()).toBe(before)
  await page.keyboard.type('my')
  await expect(field).toHaveValue('mymine')
  await page.keyboard.press('Escape')
  await expect(openRows(main)).toHaveCount(0)
  await expect(page).toHaveURL('/api/download')
})

test('a form that is shown while the details load keeps what is typed, also if they fail to load', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED/)
  const page = await openPageAs('signed in')
  const main = page.getByRole('main')
  const field = main.getByLabel('text (required)')
  await page.route('**/endpoint-detail.js', (route) => route.abort())
  await page.goto('/api/text_effect_i')
  await main.getByRole('link', { name: 'Try it: Neon glow' }).click()
  const retry = main.getByRole('button', { name: 'try again' })
  await expect(retry).toBeVisible()
  await field.fill('Mine')
  await main.getByLabel('type (required)').fill('7')
  await page.unroute('**/endpoint-detail.js')
  await retry.click()
  await expect(main.getByRole('region', { name: 'Neon glow', exact: true })).toBeVisible()
  await expect(field).toHaveValue('Mine')
  await expect(main.getByLabel('type (required)')).toHaveValue('7')
})

test('a category is searched before any script has loaded, and what is typed is searched for afterwards', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const scripts = await blockScripts(page.context())
  const main = page.getByRole('main')
  const field = main.getByRole('searchbox', { name: 'Search in Download' })
  const found = main.getByText(/^\d+ results for “TikTok”$/)
  await page.goto('/api/download', { waitUntil: 'commit' })
  await field.fill('TikTok')
  scripts.unblock()
  await expect(found).toBeVisible()
  await expect(field).toBeFocused()
  await expect(page).toHaveURL('/api/download?q=TikTok')

  scripts.block()
  await page.goto('/api/download', { waitUntil: 'commit' })
  await field.fill('TikTok')
  await field.press('Enter')
  await expect(page).toHaveURL('/api/download?q=TikTok')
  scripts.unblock()
  await expect(found).toBeVisible()
})
