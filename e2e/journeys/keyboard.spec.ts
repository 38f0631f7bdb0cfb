import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { expectNoViolationsInBothThemes, injectAxe } from '../steps/accessibility.ts'
import { waitForHydration, waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Presses Tab until the focus is on a control of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const maxPresses = 40
  for (let pressed = 0; pressed < maxPresses; pressed += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim()
    })
    if (focused === name) return
  }
  throw new Error(`${name} is not reachable with ${maxPresses} presses of Tab.`)
}

test('the skip link, the account menu and the links of the header work with the keyboard', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await waitForHydration(page) // before, the browser itself opens the link

  await test.step('the skip link is the first and moves the focus to the content', async () => {
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the account menu opens, returns the focus on Escape and closes when the focus leaves', async () => {
    await skip.focus()
    await tabTo(page, 'Profile')
    const first = page.getByRole('link', { name: 'My Profile' })
    await page.keyboard.press('Enter')
    await expect(first).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(first).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(first).toBeHidden()
    await expect(page.getByRole('button', { name: 'Profile' })).toBeFocused()

    await page.keyboard.press('Space')
    await expect(first).toBeVisible()
    for (const link of ['My Profile', 'Change Profile', 'Logout']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: link })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(first).toBeHidden()
  })

  await test.step("a link moves the focus to the new page's heading", async () => {
    await skip.focus()
    await tabTo(page, 'Projects')
    await page.keyboard.press('Enter')
    await visitor.isAt('/projects', 'Projects')
    await expect(visitor.heading(), 'a screen reader reads what takes the focus').toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('searchbox'), 'reading goes on behind the heading').toBeFocused()
  })
})

test('on a narrow screen the menu and the theme switch work with the keyboard, without a focus trap', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { viewport: { width: 360, height: 740 }, colorScheme: 'light' })
  const visitor = createVisitor(page)
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await tabTo(page, 'Menu')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  await expect(home).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(home).toBeHidden()

  await page.keyboard.press('Enter')
  await tabTo(page, 'YouTube (opens in a new tab)')
  await page.keyboard.press('Tab')
  const themes = page.getByRole('group', { name: 'Theme' })
  await expect(themes.getByRole('radio', { name: 'System' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(themes.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Tab')
  await expect(home, 'the menu closes when the focus leaves it').toBeHidden()
})

test('/ moves to the search field of a page, where it is a character, until such shortcuts are turned off', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const heading = createVisitor(page).heading()
  for (const [path, name] of [
    ['/api/download', 'Search in Download'],
    ['/projects', 'Search projects'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      const field = page.getByRole('searchbox', { name })
      await waitForHydrationOf(field)
      await heading.focus()
      await page.keyboard.press('/')
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('')
      await page.keyboard.press('/')
      await expect(field).toHaveValue('/')
    })

  await heading.focus()
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Enable the / and ? shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await waitForHydrationOf(heading)
  await heading.focus()
  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await expect(heading).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('? lists the keyboard shortcuts also to a visitor who is signed out, and Escape returns the focus', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed out', { reducedMotion: 'reduce' })
  await createVisitor(page).opens('/')
  await createVisitor(page).isAt('/', 'HomePage')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })
  await link.focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeFocused()
  await injectAxe(page)
  await expectNoViolationsInBothThemes(page, 'the shortcuts')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
})
