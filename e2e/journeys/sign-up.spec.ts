import { expect } from '@playwright/test'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { createVisitor } from '../steps/visitor.ts'

const categoryPath = /^\/api\/[^/]+$/

test('a visitor registers, verifies with the emailed code and browses the whole catalogue', async ({
  site,
  page,
}) => {
  test.slow() // twenty pages
  const ada = createPerson()
  const visitor = createVisitor(page)

  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await visitor.followsMenuLink('Get Start', 'Register')
  await visitor.isAt('/auth/register', 'Register')
  await visitor.registers(ada)
  await visitor.isAt('/profile/verify', 'Email Verification')
  await visitor.verifiesByCode(ada)
  await visitor.isAt('/', 'HomePage')
  await visitor.isTold('Your email is verified.')

  await visitor.followsHeaderLink('Api')
  await visitor.isAt('/api', 'Api')
  const pages = Object.values(site.releases.remotes).flatMap(({ stable }) => stable.pages)
  const categories = pages.filter(({ path }) => categoryPath.test(path))
  expect(categories).toHaveLength(18)
  const main = page.getByRole('main')
  for (const { path, title } of categories)
    await expect(main.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', path)
  await main.getByRole('link', { name: categories[0]?.title ?? '', exact: true }).click()
  for (const { path, title, count } of categories) {
    await test.step(path, async () => {
      const link = main.getByRole('navigation', { name: 'Categories' }).locator(`a[href="${path}"]`)
      await link.click()
      await visitor.isAt(path, title)
      await expect(visitor.heading()).toHaveText(title)
      await expect(main.getByRole('rowheader')).toHaveCount(count ?? Number.NaN)
      if (count === 0) await expect(main).toContainText('No endpoints yet')
    })
  }

  await visitor.logsOut()
  await visitor.isAt('/auth/login', 'Login')
  await visitor.isTold('You’ve been logged out.')
})

test('a visitor verifies with the emailed link and logs in by username and by email', {
  tag: '@database',
}, async ({ page, consoleErrors }) => {
  const person = createPerson()
  const ada = { ...person, email: person.email.replace('example', 'exämple') }
  const visitor = createVisitor(page)

  await visitor.opens('/auth/register')
  consoleErrors.expect(/status of 400/)
  await visitor.registers({ ...ada, password: 'password' })
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible()
  await visitor.registers(ada)
  await visitor.isAt('/profile/verify', 'Email Verification')
  await expect(page.getByRole('main')).toContainText(ada.email)
  await visitor.verifiesByLink(ada)
  await visitor.isAt('/', 'HomePage')
  await visitor.isTold('Your email is verified.')
  await visitor.logsOut()

  for (const login of [ada.username, ada.email, ada.email.toUpperCase()]) {
    await visitor.isAt('/auth/login', 'Login')
    await visitor.logsIn(login, ada.password)
    await visitor.isAt('/', 'HomePage')
    await visitor.opens('/api/text_effect_i')
    await visitor.isAt('/api/text_effect_i', 'Text Effect 1')
    await visitor.logsOut()
  }
})

test('the emailed link works in another browser', { tag: '@database' }, async ({ page, openPageAs }) => {
  const ada = createPerson()
  const visitor = createVisitor(page)
  await visitor.opens('/auth/register')
  await visitor.registers(ada)
  await visitor.isAt('/profile/verify', 'Email Verification')

  const phone = createVisitor(await openPageAs('signed out'))
  await phone.verifiesByLink(ada)
  await phone.isTold('your email address is verified')
  await expect(phone.page.getByRole('banner').getByRole('link', { name: 'Ada Example' })).toBeVisible()
  await expect(phone.page.getByRole('contentinfo')).toBeVisible()
  await phone.page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await phone.isAt('/auth/login', 'Login')
  await phone.logsIn(ada.username, ada.password)
  await phone.isAt('/', 'HomePage')

  await page.reload()
  await visitor.isAt('/', 'HomePage')
})

test('an unverified visitor who logs in enters the code first and then sees the requested page', {
  tag: '@database',
}, async ({ page, openPageAs }) => {
  const ada = createPerson()
  await createVisitor(page).opens('/auth/register')
  await createVisitor(page).registers(ada)
  await createVisitor(page).isAt('/profile/verify', 'Email Verification')

  const laptop = createVisitor(await openPageAs('signed out'))
  await laptop.opens('/api/text_effect_i?from=mail')
  await expect(laptop.page.getByRole('main')).toContainText(
    'Log in to open the API catalogue. Accounts are free.',
  )
  await laptop.logsIn(ada.email, ada.password)
  await laptop.isAt(
    `/profile/verify?next=${encodeURIComponent('/api/text_effect_i?from=mail')}`,
    'Email Verification',
  )
  await expect(laptop.page.getByRole('main')).toContainText('Verify your email to open the API catalogue.')
  await laptop.verifiesByCode(ada)
  await laptop.isAt('/api/text_effect_i?from=mail', 'Text Effect 1')
})

test('a browser that blocks cookies is told so before an account is created', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  const visitor = createVisitor(page)
  await visitor.opens('/auth/register')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your browser blocks cookies')
  await visitor.registers(createPerson())
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your browser blocks cookies')
  expect(sent).not.toContain(accountPaths.signUp)
})
