import { expect } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

test('a visitor with unsaved changes is asked before they leave the page', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await visitor.opens('/profile/update')
  const name = page.getByLabel('Name', { exact: true })
  await waitForHydrationOf(name) // before, the link is the browser's, which asks nothing
  await name.fill('Not saved yet')
  await visitor.followsHeaderLink('About')
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(name).toHaveValue('Not saved yet')
  await visitor.followsHeaderLink('About')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await visitor.isAt('/about', 'About Us')
})

test('a visitor who goes back with unsaved changes is asked while page and address stay', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  // Pages of one remote: from another one's, this page would open in a new document, and the browser would ask.
  await visitor.opens('/profile?first')
  await visitor.isAt('/profile?first', 'Profile')
  await waitForHydrationOf(visitor.heading()) // before, the browser itself opens the links
  await visitor.followsMenuLink('Profile', 'My Profile')
  await visitor.isAt('/profile', 'Profile')
  await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Change Profile' }).click()
  await visitor.isAt('/profile/update', 'Update Profile')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Not saved yet')

  await page.evaluate(() => history.go(-2))
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await visitor.isAt('/profile/update', 'Update Profile')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(name).toHaveValue('Not saved yet')

  // A key that is held down: the browser moves further before the page can undo the first move.
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await expect(dialog).toBeVisible()
  await visitor.isAt('/profile/update', 'Update Profile')
  await page.keyboard.press('Escape')
  await page.evaluate(() => history.go(-2))
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await visitor.isAt('/profile?first', 'Profile')
  await expect(dialog).toBeHidden()
  await page.goForward()
  await visitor.isAt('/profile', 'Profile')
  await page.goForward()
  await visitor.isAt('/profile/update', 'Update Profile')
})
