import { expect } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { createAccount, createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { createVisitor } from '../steps/visitor.ts'

const categoryPath = /^\/api\/[^/]+$/

test.describe('with what the shell prefetches along the way', () => {
  test.use({ dataSaver: false })

  test('a visitor registers, verifies with the emailed code and browses the whole catalogue', async ({
    site,
    page,
    consoleErrors,
  }) => {
    const ada = createPerson()
    const visitor = createVisitor(page)

    await visitor.opens('/')
    await visitor.isAt('/', 'HomePage')
    await visitor.followsMenuLink('Get Start', 'Register')
    await visitor.isAt('/auth/register', 'Register')
    consoleErrors.expect(/status of 400/)
    await visitor.registers({ ...ada, password: 'password' })
    await expect(page.getByText('This password is too easy to guess.')).toBeVisible()
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
    for (const { path, title, count } of categories) {
      await expect(main.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', path)
      const html = await (await page.request.get(path)).text()
      expect(html).toContain(`<title>${title} | Ada Example</title>`)
      expect(html.match(/role="rowheader"/g) ?? [], path).toHaveLength(count ?? Number.NaN)
      expect(html.includes('No endpoints yet'), path).toBe(count === 0)
    }
    const full = categories.find(({ count }) => count !== 0)
    const empty = categories.find(({ count }) => count === 0)
    await main.getByRole('link', { name: full?.title ?? '', exact: true }).click()
    const links = main.getByRole('navigation', { name: 'Categories' })
    for (const category of [full, empty]) {
      const { path = '', title = '', count = Number.NaN } = category ?? {}
      await links.locator(`a[href="${path}"]`).click()
      await visitor.isAt(path, title)
      await expect(visitor.heading()).toHaveText(title)
      await expect(main.getByRole('rowheader')).toHaveCount(count)
    }
    await expect(main).toContainText('No endpoints yet')

    await visitor.logsOut()
    await visitor.isAt('/auth/login', 'Login')
    await visitor.isTold('You’ve been logged out.')
  })
})

test('a visitor verifies with the emailed link in another browser, logs in there, and both browsers know', {
  tag: '@soak',
}, async ({ page, openPageAs }) => {
  const person = createPerson()
  const ada = { ...person, email: person.email.replace('example', 'exämple') }
  const visitor = createVisitor(page)
  await visitor.opens('/auth/register')
  await visitor.registers(ada)
  await visitor.isAt('/profile/verify', 'Email Verification')
  await expect(page.getByRole('main')).toContainText(ada.email)

  const phone = createVisitor(await openPageAs('signed out'))
  await phone.verifiesByLink(ada)
  await phone.isTold('your email address is verified')
  await expect(phone.page.getByRole('banner').getByRole('link', { name: 'Ada Example' })).toBeVisible()
  await expect(phone.page.getByRole('contentinfo')).toBeVisible()
  await phone.page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await phone.isAt('/auth/login', 'Login')
  await phone.logsIn(ada.email.toUpperCase(), ada.password)
  await phone.isAt('/', 'HomePage')

  await page.reload()
  await visitor.isAt('/', 'HomePage')
  await visitor.isTold('Your email is verified.')
})

test('an unverified visitor who logs in enters the code first and then sees the requested page', async ({
  playwright,
  site,
  page,
}) => {
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: false })
  const visitor = createVisitor(page)
  const wanted = '/api/text_effect_i?from=mail&q=a%20b%26c'
  await visitor.opens(wanted)
  await expect(page.getByRole('main')).toContainText('Log in to open the API catalogue. Accounts are free.')
  await visitor.logsIn(ada.username, ada.password)
  await visitor.isAt(`/profile/verify?next=${encodeURIComponent(wanted)}`, 'Email Verification')
  await expect(page.getByRole('main')).toContainText('Verify your email to open the API catalogue.')
  await visitor.verifiesByCode(ada)
  await visitor.isAt(wanted, 'Text Effect 1')
})

test('a browser that blocks cookies gets a message before an account is created', async ({ page }) => {
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
