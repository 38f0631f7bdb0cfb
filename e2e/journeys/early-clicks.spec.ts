import { expect, type Page } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Counts what the page posts to `path`. */
function countPosts(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(path)) count += 1
  })
  return () => count
}

test('several clicks before any script has loaded open what the visitor wanted', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const scripts = await blockScripts(page.context())
  const main = page.getByRole('main')
  const row = (name: string) => main.getByRole('link', { name, exact: true })
  const open = async (address: string) => {
    scripts.block()
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeVisible()
  }

  await test.step('three clicks on one row open it', async () => {
    await open('/api/download')
    await row('APK by package').click({ clickCount: 3 })
    scripts.unblock()
    await expect(main.getByRole('link', { expanded: true })).toHaveText('APK by package')
    await expect(page).toHaveURL('/api/download?row=apk')
    await row('APK by package').click()
    await expect(main.getByRole('link', { expanded: true })).toHaveCount(0)
  })

  await test.step('of two rows, the last one is open', async () => {
    await open('/api/download')
    await row('APK by package').click()
    await row('Facebook video').click()
    scripts.unblock()
    await expect(page).toHaveURL('/api/download?row=fb')
    await expect(main.getByRole('link', { expanded: true })).toHaveText('Facebook video')
  })

  await test.step('a click next to the name of a row opens it', async () => {
    await open('/api/download')
    const text = main.getByRole('row').filter({ hasText: 'APK by package' }).locator('p')
    await text.first().click()
    scripts.unblock()
    await expect(page).toHaveURL('/api/download?row=apk')
    await expect(main.getByRole('link', { expanded: true })).toHaveText('APK by package')
  })

  await test.step('a sample opens in the gallery, Back closes it, and the focus stays in a field', async () => {
    await open('/api/text_effect_i')
    const text = main.getByLabel('Your text')
    await row('Electric blue halo').click()
    await text.click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    scripts.unblock()
    await expect(page).toHaveURL('/api/text_effect_i?row=text_effect_i-1.3')
    await expect(main.getByRole('link', { expanded: true })).toHaveText('Electric blue halo')
    await expect(text).toBeFocused()
    await page.keyboard.type('!')
    await expect(text).toHaveValue('Ayubowan!!')
    await page.goBack()
    await expect(page).toHaveURL('/api/text_effect_i')
    await expect(main.getByRole('link', { expanded: true })).toHaveCount(0)
  })

  await test.step('a click with Ctrl opens another tab only', async () => {
    await open('/api/text_effect_i')
    const opening = page.context().waitForEvent('page')
    await row('Electric blue halo').click({ modifiers: ['ControlOrMeta'] })
    const tab = await opening
    scripts.unblock()
    await expect(tab).toHaveURL('/api/text_effect_i?row=text_effect_i-1.3')
    await expect(tab.getByRole('main').getByRole('link', { expanded: true })).not.toHaveCount(0)
    await tab.close()
    await expect(main.getByRole('link', { expanded: true })).toHaveCount(0)
    await expect(page).toHaveURL('/api/text_effect_i')
  })

  await test.step('of two links, the last one is followed', async () => {
    await open('/projects')
    await page.route('/contact', () => {})
    const header = page.getByRole('navigation', { name: 'Main' })
    // With the mouse, because Playwright's own clicks wait for the page that the first one requests.
    const boxes = ['Contact', 'About'].map((name) =>
      header.getByRole('link', { name, exact: true }).boundingBox(),
    )
    for (const box of await Promise.all(boxes)) await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
    scripts.unblock()
    await createVisitor(page).isAt('/about', 'About Us')
  })
})

test('a form that is sent several times before any script has loaded is sent once, after it', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/)
  const ada = createPerson()
  const page = await openPageAs('signed out')
  const scripts = await blockScripts(page.context())
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const countSignIns = countPosts(page, accountPaths.signIn)
  const countSignUps = countPosts(page, accountPaths.signUp)

  await page.goto('/auth/login', { waitUntil: 'commit' })
  await page.getByLabel('Username or email', { exact: true }).fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('not a password')
  await page.keyboard.press('Enter')
  await button('Log in').dblclick()
  await expect(page).toHaveURL('/auth/login')
  scripts.unblock()
  await expect(main.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'Wrong username, email or password.',
  )
  await expect(page.getByLabel('Username or email', { exact: true })).toHaveValue('nobody')
  expect(countSignIns()).toBe(1)

  scripts.block()
  await page.goto('/auth/register', { waitUntil: 'commit' })
  await page.getByLabel('Username', { exact: true }).fill(ada.username)
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await button('Create account').click({ clickCount: 3 })
  scripts.unblock()
  await createVisitor(page).isAt('/profile/verify', 'Email Verification')
  expect(countSignUps()).toBe(1)
})
