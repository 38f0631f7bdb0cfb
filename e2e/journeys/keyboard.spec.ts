import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { expectNoViolationsInBothThemes, injectAxe } from '../steps/accessibility.ts'
import { waitForHydration } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Presses Tab until the focus is on a control of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const most = 40
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim()
    })
    if (focused === name) return
  }
  throw new Error(`${name} is not reachable with ${most} presses of Tab.`)
}

test("keyboard navigation moves the focus to each new page's heading", async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await waitForHydration(page) // before, the browser itself opens the link
  await tabTo(page, 'Projects')
  await page.keyboard.press('Enter')
  await visitor.isAt('/projects', 'Projects')
  await expect(visitor.heading(), 'a screen reader reads what takes the focus').toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox'), 'reading goes on behind the heading').toBeFocused()
})

test('the account menu opens with Enter, returns the focus on Escape and closes when the focus leaves', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await createVisitor(page).opens('/')
  await createVisitor(page).isAt('/', 'HomePage')
  await tabTo(page, 'Profile')
  const button = page.getByRole('button', { name: 'Profile' })
  const first = page.getByRole('link', { name: 'My Profile' })
  await page.keyboard.press('Enter')
  await expect(first).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(first).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Space')
  await expect(first).toBeVisible()
  for (const link of ['My Profile', 'Change Profile', 'Logout']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: link })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(first).toBeHidden()
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

for (const [path, name] of [
  ['/projects', 'Search projects'],
  ['/api', 'Search all categories'],
  ['/api/download', 'Search in Download'],
] as const) {
  test(`/ moves to the search field of ${path}, where it is a character`, async ({ openPageAs }) => {
    const page = await openPageAs('signed in')
    await page.goto(path)
    const field = page.getByRole('searchbox', { name })
    await field.waitFor()
    await createVisitor(page).heading().focus()
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await page.keyboard.press('/')
    await expect(field).toHaveValue('/')
  })
}

for (const state of ['signed in', 'signed out'] as const) {
  test(`? lists the keyboard shortcuts to a visitor who is ${state}, and Escape returns the focus`, async ({
    openPageAs,
  }) => {
    const page = await openPageAs(state, { reducedMotion: 'reduce' })
    await createVisitor(page).opens('/')
    await createVisitor(page).isAt('/', 'HomePage')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })
    await link.focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeFocused()
    await injectAxe(page)
    await expectNoViolationsInBothThemes(page, `the shortcuts of a visitor who is ${state}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
  })
}

test('shortcuts of a single key can be turned off for good', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/projects')
  await createVisitor(page).heading().focus()
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Use the shortcuts / and ?' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  const heading = createVisitor(page).heading()
  await heading.focus()
  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await expect(heading).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
