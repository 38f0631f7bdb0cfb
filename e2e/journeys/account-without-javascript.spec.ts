import { expect } from '@playwright/test'
import { createAccount, createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { getLink, waitForEmail } from '../site/mailbox.ts'
import { createVisitor } from '../steps/visitor.ts'

test.use({ javaScriptEnabled: false })

test('a visitor registers, verifies, logs out and logs in without JavaScript', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 40[01]/)
  const ada = createPerson()
  const visitor = createVisitor(page)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
  await visitor.opens('/about')
  await page.getByRole('main').getByRole('link', { name: 'Create one' }).click()
  await visitor.registers({ ...ada, password: 'password' })
  await expect(field('Password')).toHaveAccessibleDescription(/too easy to guess/)
  await expect(field('Password')).toBeFocused()
  await expect(field('Password')).toHaveValue('')
  await expect(field('Username')).toHaveValue(ada.username)
  await expect(field('Email')).toHaveValue(ada.email)
  await field('Password').fill(ada.password)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/profile/verify?next=%2Fabout')
  await visitor.verifiesByCode(ada)
  await expect(page).toHaveURL('/about')

  await visitor.logsOut()
  await expect(page).toHaveURL('/auth/login')
  await visitor.logsIn(ada.username, 'not the password')
  await expect(alert).toHaveText('Wrong username, email or password. Check them and try again.')
  await expect(field('Username or email')).toHaveValue(ada.username)
  await visitor.logsIn(ada.username, ada.password)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible()
})

test('a visitor resets their password, changes their profile and deletes their account without JavaScript', {
  tag: '@soak',
}, async ({ page, consoleErrors, playwright, site }) => {
  consoleErrors.expect(/status of 40[0139]/)
  const ada = createPerson()
  const visitor = createVisitor(page)
  const main = page.getByRole('main')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  const shown = (text: string) =>
    main.locator('[role=alert], [role=status]').filter({ hasText: text, visible: true })
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  const chosen = `another ${ada.password}`

  await test.step('the reset, with the wanted page', async () => {
    await visitor.opens('/about')
    await main.getByRole('link', { name: 'Forgot your password?' }).click()
    await field('Email').fill('not an address')
    await press('Send a link')
    await expect(field('Email')).toHaveAccessibleDescription(/Enter an email address/)
    await expect(field('Email')).toHaveValue('not an address')
    await field('Email').fill(ada.email)
    await press('Send a link')
    await expect(page).toHaveURL('/auth/login?forgot=&next=%2Fabout#link-sent')
    await expect(shown('we’ve sent a link')).toBeInViewport()
    await expect
      .poll(async () => (await waitForEmail(page.request, ada.email)).subject)
      .toMatch(/^Reset your password/)
    await page.goto(getLink(await waitForEmail(page.request, ada.email)))
    await field('New password').fill('password')
    await press('Set password')
    await expect(main.getByRole('alert')).toContainText('too easy to guess')
    await field('New password').fill(chosen)
    await press('Set password')
    await main.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/auth/login?next=%2Fabout')
    await visitor.logsIn(ada.email, chosen)
    await expect(page).toHaveURL('/about')
  })

  await test.step('the profile', async () => {
    await visitor.followsMenuLink('Profile', 'My Profile')
    await expect(main).toContainText(ada.email)
    await main.getByRole('link', { name: 'Change profile' }).click()
    await expect(field('Username')).toHaveValue(ada.username)
    await field('Name').fill('Ada <b>')
    await field('Username').fill('a b')
    await press('Save')
    await expect(field('Username')).toHaveAccessibleDescription(/letters, digits/)
    await expect(field('Name')).toHaveValue('Ada <b>')
    await field('Username').fill(ada.username)
    await press('Save')
    await expect(shown('Profile saved.')).toBeInViewport()
    await expect(field('Name')).toHaveValue('Ada <b>')
    await field('Current password').fill('wrong')
    await field('New password').fill(ada.password)
    await press('Change password')
    await expect(field('Current password')).toHaveAccessibleDescription(/incorrect/)
    await expect(field('Current password')).toHaveValue('')
    await field('Current password').fill(chosen)
    await field('New password').fill(ada.password)
    await press('Change password')
    await expect(shown('Password changed.')).toBeInViewport()
  })

  await test.step('the end', async () => {
    await main.getByText(`Delete ${ada.username} permanently`).click()
    await field('Password').fill('wrong')
    await press('Delete account')
    await expect(field('Password')).toHaveAccessibleDescription(/incorrect/)
    await expect(field('Password')).toBeFocused()
    await field('Password').fill(ada.password)
    await press('Delete account')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Get Start' })).toBeVisible()
    await visitor.opens('/auth/login')
    await visitor.logsIn(ada.email, ada.password)
    await expect(shown('Wrong username, email or password.')).toBeVisible()
  })
})

test('a refused form shows one alert while no style sheet has loaded', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/status of 401|net::ERR_FAILED/)
  const visitor = createVisitor(page)
  await page.route(/\.css$/, (route) => route.abort())
  await visitor.opens('/auth/login')
  await visitor.logsIn('nobody', 'not a password')
  await expect(page.locator('link[rel=stylesheet]')).not.toHaveCount(0)
  const texts = page.getByRole('main').locator('[role=alert], [role=status]').filter({ hasText: /\S/ })
  expect(await texts.count()).toBeGreaterThan(1)
  await expect(texts.filter({ visible: true })).toHaveText([
    'Wrong username, email or password. Check them and try again.',
  ])
})
