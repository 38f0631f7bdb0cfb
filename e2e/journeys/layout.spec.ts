import { expect } from '@playwright/test'
import { socialNetworks } from '@portico/shared/site/site.ts'
import type { VisitorState } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { readOwner } from '../site/owner.ts'
import { waitForHydration } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

const owner = readOwner()

interface AccountMenu {
  readonly button: 'Get Start' | 'Profile'
  readonly links: readonly string[]
  /** A page the visitor may see. */
  readonly at: string
}

const menus: Readonly<Record<VisitorState, AccountMenu>> = {
  'signed out': { button: 'Get Start', links: ['Login', 'Register'], at: '/' },
  unverified: { button: 'Profile', links: ['Verify', 'Logout'], at: '/profile/verify' },
  'signed in': { button: 'Profile', links: ['My Profile', 'Change Profile', 'Logout'], at: '/' },
}

for (const state of ['signed out', 'unverified', 'signed in'] as const) {
  test(`the header has the links of a visitor who is ${state}`, async ({ openPageAs }) => {
    const page = await openPageAs(state)
    const { button, links, at } = menus[state]
    await page.goto(at)
    const banner = page.getByRole('banner')
    const main = banner.getByRole('navigation', { name: 'Main' })
    await expect(main.getByRole('link')).toHaveText(['Home', 'Projects', 'Api', 'Contact', 'About'])

    const social = banner.getByRole('list', { name: 'Social networks' }).getByRole('link')
    const addresses = await social.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(addresses).toEqual(socialNetworks.map((network) => owner.social[network]))

    await banner.getByRole('button', { name: button, exact: true }).click()
    const menu = banner.getByRole('list').filter({ hasText: links[0] ?? '' })
    await expect(menu.getByRole('link')).toHaveText([...links])
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  })
}

test('the narrow-screen menu closes when the screen becomes wide: its links are in the header', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { viewport: { width: 390, height: 740 } })
  await createVisitor(page).opens('/')
  await createVisitor(page).isAt('/', 'HomePage')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator(':popover-open')).toHaveCount(0)
  const header = await page.getByRole('banner').boundingBox()
  const about = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'About' })
    .boundingBox()
  expect(about?.y).toBeLessThan(header?.height ?? 0)
})

test('the narrow-screen menu closes on navigation', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { viewport: { width: 360, height: 740 } })
  const visitor = createVisitor(page)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const about = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })
  await visitor.opens('/')
  await expect(about).toBeHidden()

  await menu.click()
  await expect(about).toBeVisible()
  await about.click()
  await visitor.isAt('/about', 'About Us')
  await expect(about).toBeHidden()

  await menu.click()
  await expect(about).toBeVisible()
  await page.goBack()
  await visitor.isAt('/', 'HomePage')
  await expect(about).toBeHidden()
})

test('a menu closes on a press outside it or when the other menu opens', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { viewport: { width: 360, height: 740 } })
  const visitor = createVisitor(page)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const about = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })
  const account = page.getByRole('button', { name: 'Profile', exact: true })
  const profile = page.getByRole('link', { name: 'My Profile' })
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await menu.click()
  await expect(about).toBeVisible()
  await account.click()
  await expect(profile).toBeVisible()
  await expect(about).toBeHidden()
  await account.click()
  await expect(profile).toBeHidden()
  await account.click()
  await expect(profile).toBeVisible()
  await page.mouse.click(20, 700)
  await expect(profile).toBeHidden()
})

test('the footer shows the owner and opens WhatsApp with a message', async ({ page, context }) => {
  await context.route('https://api.whatsapp.com/send?**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const year = new Date().getFullYear()
  await expect(footer).toContainText(`${year - Number(owner.birthDate.slice(0, 4))} years`)
  await expect(footer).toContainText(`© ${year} ${owner.name}`)
  await expect(footer).toContainText(owner.news)
  await expect(footer.getByRole('navigation').getByRole('link').first()).toBeVisible()

  const message = footer.getByRole('textbox')
  for (const blank of ['', '   ']) {
    await message.fill(blank)
    await footer.getByRole('button', { name: 'Send' }).click()
    await expect(message).toBeFocused()
    await expect(footer).toContainText('Write a message first.')
  }
  expect(context.pages()).toHaveLength(1)

  await message.fill('Hello & goodbye?')
  const opening = context.waitForEvent('page')
  await footer.getByRole('button', { name: 'Send' }).click()
  const chat = await opening
  await chat.waitForURL(/^https:/)
  const { searchParams } = new URL(chat.url())
  expect(Object.fromEntries(searchParams)).toEqual({ phone: owner.phone.slice(1), text: 'Hello & goodbye?' })
  expect(await chat.evaluate(() => window.opener)).toBeNull()
})

test('the preloader covers the first paint of a page that the browser renders, and never a prerendered one', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404/)
  const page = await openPageAs('signed in')
  await page.addInitScript(() => {
    const isCover = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width >= innerWidth && height >= innerHeight
    }
    const note = () => {
      const isCovered = [...document.querySelectorAll('[aria-hidden=true]')].some(isCover)
      Reflect.set(window, 'isCovered', isCovered)
      if (isCovered) Reflect.set(window, 'wasCovered', true)
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true })
  })
  const read = (name: string) => page.evaluate((property) => Reflect.get(window, property), name)
  await createVisitor(page).opens('/no/such-page')
  await createVisitor(page).isAt('/no/such-page', 'Page Not Found')
  await expect.poll(() => read('isCovered')).toBe(false)
  expect(await read('wasCovered')).toBe(true)

  await createVisitor(page).opens('/')
  await createVisitor(page).isAt('/', 'HomePage')
  await waitForHydration(page)
  expect(await read('wasCovered')).toBeUndefined()
})

test("navigation focuses the new page's heading; the first page does not", async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await expect(visitor.heading()).not.toBeFocused()
  await visitor.followsHeaderLink('About')
  await visitor.isAt('/about', 'About Us')
  await expect(visitor.heading()).toBeFocused()
  await visitor.followsHeaderLink('Api')
  await visitor.isAt('/api', 'Api')
  await expect(visitor.heading()).toBeFocused()
})

test('the skip link moves the focus to the content', async ({ page }) => {
  await createVisitor(page).opens('/')
  await createVisitor(page).isAt('/', 'HomePage')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
