import { expect } from '@playwright/test'
import { socialNetworks } from '@portico/shared/site/site.ts'
import { createAccount, createPerson, type VisitorState, visitorStates } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { getLink, waitForEmail } from '../site/mailbox.ts'
import { readOwner } from '../site/owner.ts'
import { createVisitor } from '../steps/visitor.ts'

test.use({ javaScriptEnabled: false })

const owner = readOwner()
const links = ['Home', 'Projects', 'Api', 'Contact', 'About']

test('the home page is complete without JavaScript, at both of its addresses', async ({ page, request }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(`HomePage | ${owner.name}`)
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(links)
  await expect(banner.getByRole('list', { name: 'Social networks' }).getByRole('link')).toHaveCount(
    socialNetworks.length,
  )
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(owner.name)
  await expect(main).toContainText(owner.headline)
  await expect(main.getByRole('region', { name: 'More projects' }).getByRole('link').first()).toBeVisible()
  for (const skill of owner.skills) await expect(main.getByText(skill, { exact: true })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(owner.about)
  await expect(page.locator('noscript')).toHaveCount(0)

  await test.step('its images load', async () => {
    const image = main.getByRole('group').locator('img').first()
    await image.scrollIntoViewIfNeeded()
    const response = await page.request.get((await image.getAttribute('src')) ?? '')
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/webp'])
  })

  await test.step('its menus work, and no other control is shown', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const navigation = banner.getByRole('navigation', { name: 'Main' })
    await expect(page.getByRole('button')).toHaveText(['', 'Get Start'])
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(navigation.getByRole('link')).toHaveText(links)
    for (const link of await navigation.getByRole('link').all()) await expect(link).toBeVisible()
    await banner.getByRole('button', { name: 'Get Start' }).click()
    await expect(banner.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(360)
  })

  const read = async (address: string) => (await request.get(address)).text()
  const toPath = (path: string) => `&#34;path&#34;:&#34;${path}&#34;`
  expect((await read('/home')).replace(toPath('/home'), toPath('/'))).toBe(await read('/'))
})

interface Shown {
  readonly address: string
  /** An address that the server redirects there. */
  readonly from?: string
  readonly title: string
  readonly heading: string
  readonly text: string
  readonly state?: VisitorState
  /** Of forms that the browser itself sends. */
  readonly buttons?: readonly string[]
}

const prerendered: readonly Shown[] = [
  { address: '/auth/login', title: 'Login', heading: 'Log in', text: 'Password', buttons: ['Log in'] },
  {
    address: '/auth/login?next=%2Fapi%2Fdownload',
    from: '/api/download',
    title: 'Login',
    heading: 'Log in',
    text: 'Log in to open the API catalogue. Accounts are free. Create one',
    buttons: ['Log in'],
  },
  {
    address: '/profile/verify?next=%2Fabout',
    from: '/about',
    title: 'Email Verification',
    heading: 'Verify your email',
    text: 'Verify your email to open About Us.',
    state: 'unverified',
    buttons: ['Verify', 'Send a new code'],
  },
  {
    address: '/auth/register',
    title: 'Register',
    heading: 'Create an account',
    text: 'Password',
    buttons: ['Create account'],
  },
  {
    address: '/auth/login?forgot',
    title: 'Reset Password',
    heading: 'Reset your password',
    text: 'Enter your email',
    buttons: ['Send a link'],
  },
  { address: '/auth', title: 'Log in', heading: 'Log in', text: 'Log in with email' },
  {
    address: '/profile/verify',
    from: '/',
    title: 'Email Verification',
    heading: 'Verify your email',
    text: 'the link',
    state: 'unverified',
    buttons: ['Verify', 'Send a new code'],
  },
  {
    address: '/about',
    from: '/auth/login?next=%2Fabout',
    title: 'About Us',
    heading: `I’m ${owner.name}`,
    text: owner.headline,
    state: 'signed in',
  },
  {
    address: '/profile',
    from: '/auth/login?next=%2Fprofile',
    title: 'Profile',
    heading: 'Profile',
    text: '@example.com',
    state: 'signed in',
  },
  {
    address: '/profile/update',
    title: 'Update Profile',
    heading: 'Update profile',
    text: 'Used in the emails we send you.',
    state: 'signed in',
    buttons: ['Save', 'Change password'],
  },
  { address: '/cv', title: 'CV', heading: owner.name, text: owner.headline, state: 'signed in' },
  {
    address: '/logout',
    title: 'Logout',
    heading: 'Log out',
    text: 'You’re logged in.',
    state: 'signed in',
    buttons: ['Log out'],
  },
  {
    address: '/contact',
    title: 'Contact Us',
    heading: 'Say hello',
    text: owner.email,
    state: 'signed in',
    buttons: ['Send on WhatsApp'],
  },
  {
    address: '/projects',
    title: 'Projects',
    heading: 'Things I’ve made',
    text: 'Bot QR',
    state: 'signed in',
  },
  { address: '/projects/bot-qr', title: 'Bot QR', heading: 'Bot QR', text: 'Context', state: 'signed in' },
  { address: '/api', title: 'Api', heading: 'Small endpoints', text: 'Text Effect 1', state: 'signed in' },
  {
    address: '/api/download',
    title: 'Download',
    heading: 'Download',
    text: 'Superhero card',
    state: 'signed in',
  },
  {
    address: '/api/attp_i',
    title: 'Attp Effect 1',
    heading: 'Attp Effect 1',
    text: 'Rainbow blink',
    state: 'signed in',
  },
]

for (const state of visitorStates) {
  test(`the pages of a visitor who is ${state} are complete without JavaScript, and no control is dead`, async ({
    openPageAs,
  }) => {
    const page = await openPageAs(state, { viewport: { width: 320, height: 740 } })
    const main = page.getByRole('main')
    for (const shown of prerendered.filter((one) => (one.state ?? 'signed out') === state)) {
      const { address, from = address, title, heading, text, buttons = [] } = shown
      await test.step(address, async () => {
        await page.goto(from)
        await expect(page).toHaveURL(address)
        await expect(page).toHaveTitle(`${title} | ${owner.name}`)
        await expect(main.getByRole('heading', { level: 1 })).toContainText(heading)
        await expect(main).toContainText(text, { useInnerText: true }) // with the text of `noscript`
        await expect(page.getByRole('contentinfo')).toContainText(`© `)
        await expect(main.getByRole('button')).toHaveText(buttons)
        await expect(main.getByRole('searchbox')).toHaveCount(0)
        await expect(main.getByRole('combobox')).toHaveCount(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      })
    }
  })
}

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

test('a visitor resets their password, changes their profile and deletes their account without JavaScript', async ({
  page,
  consoleErrors,
  playwright,
  site,
}) => {
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

test('pages that need JavaScript have the site’s look, their title and the main links without it', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404/)
  await page.setViewportSize({ width: 360, height: 740 })
  const main = page.getByRole('main')
  const mainLinks = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (const { address, title, text } of [
    { address: '/no/such-page', title: 'Page Not Found', text: 'Go to the home page' },
  ]) {
    await page.goto(address)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(main).toContainText(text)
    await expect(page.getByRole('banner').getByRole('link', { name: owner.name })).toBeVisible()
    await expect(mainLinks).toHaveText(links)
    await expect(page.getByRole('contentinfo')).toContainText(`© `)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const font = await main.evaluate((element) => getComputedStyle(element).fontFamily)
    expect(font).toMatch(/^Figtree/)
  }
  await mainLinks.filter({ hasText: 'Home' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(owner.name)
})

test('a prerendered page has its styles while no style sheet and no script can be loaded', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await page.route(/\.(?:css|js)$/, (route) => route.abort())
  await page.goto('/about')
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await main.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^Figtree/)
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
})
