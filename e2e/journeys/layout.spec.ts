import { expect, type Locator, type Page } from '@playwright/test'
import { socialNetworks } from '@portico/kit/site/site.ts'
import { test } from '../site/fixtures.ts'
import { readOwner } from '../site/owner.ts'
import { waitForHydration, waitForHydrationOf } from '../steps/hydrated.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'
import { createVisitor } from '../steps/visitor.ts'

const owner = readOwner()

interface AccountMenu {
  readonly button: 'Get Start' | 'Profile'
  readonly links: readonly string[]
}

// header.test.tsx has the one of a visitor who is unverified.
const menus: Readonly<Record<'signed out' | 'signed in', AccountMenu>> = {
  'signed out': { button: 'Get Start', links: ['Login', 'Register'] },
  'signed in': { button: 'Profile', links: ['My Profile', 'Change Profile', 'Logout'] },
}

/** Expects the links of the header on the page that a visitor in this state has opened. */
async function expectHeader(page: Page, state: keyof typeof menus): Promise<void> {
  const { button, links } = menus[state]
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
}

const isCut = (text: Locator) => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

test('the header has the links of a visitor who is signed out, and the footer opens WhatsApp with a message', async ({
  page,
  context,
}) => {
  await context.route('https://api.whatsapp.com/send?**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await page.goto('/')
  await expectHeader(page, 'signed out')
  const footer = page.getByRole('contentinfo')
  const year = new Date().getFullYear()
  await expect(footer).toContainText(`${year - Number(owner.birthDate.slice(0, 4))} years`)
  await expect(footer).toContainText(`© ${year} ${owner.name}`)
  await expect(footer).toContainText(owner.news)
  await expect(footer.getByRole('navigation').getByRole('link').first()).toBeVisible()

  const message = footer.getByRole('textbox')
  await waitForHydrationOf(message) // before, the browser itself asks for a message
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

test('the header has the links of a visitor who is signed in, and focuses the heading of the page that one opens', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await recordStability(page.context())
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await waitForHydration(page)
  await expect(visitor.heading(), 'on the first page').not.toBeFocused()
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible()
  expect(await getStability(page)).toEqual(steady)
  await expectHeader(page, 'signed in')
  await visitor.followsHeaderLink('About')
  await visitor.isAt('/about', 'About Us')
  await expect(visitor.heading()).toBeFocused()
  await visitor.followsHeaderLink('Api')
  await visitor.isAt('/api', 'Api')
  await expect(visitor.heading()).toBeFocused()
})

test('a menu of a narrow screen closes on a press outside it, for the other menu, on navigation and on a wide screen', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { viewport: { width: 360, height: 740 } })
  const visitor = createVisitor(page)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const about = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })
  const account = page.getByRole('button', { name: 'Profile', exact: true })
  const profile = page.getByRole('link', { name: 'My Profile' })
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await waitForHydrationOf(menu) // before, the browser itself opens the links
  await expect(about).toBeHidden()

  await test.step('a phone of 320 px has room for a name of 17 characters', async () => {
    await page.setViewportSize({ width: 320, height: 740 })
    const name = page.getByRole('banner').getByRole('link', { name: owner.name })
    expect(await isCut(name)).toBe(false)
    await name.evaluate((link) => {
      link.textContent = 'Katherine Johnson'
    })
    expect(await isCut(page.getByText('Katherine Johnson'))).toBe(false)
    await page.setViewportSize({ width: 360, height: 740 })
  })

  await test.step('on a press outside it, or when the other menu opens', async () => {
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

  await test.step('on navigation, and on Back', async () => {
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

  await test.step('when the screen becomes wide: its links are in the header', async () => {
    await menu.click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.locator(':popover-open')).toHaveCount(0)
    const header = await page.getByRole('banner').boundingBox()
    const link = await about.boundingBox()
    expect(link?.y).toBeLessThan(header?.height ?? 0)
  })
})

test('hidden results of a form take no space on its card', async ({ page }) => {
  await page.goto('/auth')
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  const gap = await title.evaluate((heading) => {
    const body = heading.nextElementSibling
    const first = [...(body?.children ?? [])].find((child) => child.getBoundingClientRect().height > 0)
    return first && body ? first.getBoundingClientRect().top - body.getBoundingClientRect().top : null
  })
  expect(gap).toBe(0)
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
