import { expect, type Page } from '@playwright/test'
import { createAccount, createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { getFolder } from '../site/released-pages.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { installClock } from '../steps/install-clock.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'
import { openRows, rowToggle } from '../steps/rows.ts'
import { createVisitor } from '../steps/visitor.ts'

const note = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The script of this page hasn’t loaded' })

const abortScripts = (page: Page) => page.route('**/*.js', (route) => route.abort())

/** Makes every script hang. The page gets a clock that the test can move. */
async function hangScripts(page: Page): Promise<void> {
  await installClock(page)
  await page.route('**/*.js', () => {})
}

const failures = [
  { how: 'fails to load', breakScripts: abortScripts, passPatience: async () => {}, isHanging: false },
  {
    how: 'is still loading',
    breakScripts: hangScripts,
    /** How long a page waits for its script before it replaces a loading screen. */
    passPatience: (page: Page) => page.clock.fastForward('00:05'),
    isHanging: true,
  },
]

test('pages are readable and say what is wrong when their script never arrives', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED/)
  const page = await openPageAs('signed in', { viewport: { width: 320, height: 740 } })
  await abortScripts(page)
  const expectNote = (address: string, heading: string) =>
    test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText(heading)
      await expect(note(page)).toBeInViewport()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
  // without-javascript.spec.ts opens every page. The note is the same on each.
  await expectNote('/profile/update', 'Update profile')
  await expectNote('/projects', 'Things I’ve made')
  await expectNote('/api', 'Small endpoints')
  await page.context().clearCookies()
  await expectNote('/auth/login', 'Log in')
})

test('a page does not move when it says that its script is missing', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED/)
  const page = await openPageAs('signed in', { viewport: { width: 390, height: 844 } })
  await recordStability(page.context())
  const end = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await end.promise
    await route.abort()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  end.resolve()
  await expect(note(page)).toBeInViewport()
  expect(await getStability(page)).toEqual(steady)
})

for (const { how, breakScripts, isHanging } of failures)
  test(`a visitor logs in and changes their name where the script ${how}`, {
    tag: isHanging ? [] : ['@soak'],
  }, async ({ openPageAs, consoleErrors, playwright, site }) => {
    const ada = createPerson()
    await createAccount(playwright, site.origin, { person: ada, isVerified: true })
    if (!isHanging) consoleErrors.expect(/ERR_FAILED/)
    consoleErrors.expect(/status of 401/)
    const page = await openPageAs('signed out')
    await breakScripts(page)
    const visitor = createVisitor(page)
    const main = page.getByRole('main')
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    await page.goto('/about', { waitUntil: 'commit' })
    await page.getByLabel('Username or email', { exact: true }).fill(ada.username)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await main.getByRole('button', { name: 'Log in', exact: true }).dblclick()
    await expect(main.getByRole('alert').filter({ hasText: 'Wrong username', visible: true })).toBeVisible()
    await expect(page.getByLabel('Username or email', { exact: true })).toHaveValue(ada.username)
    await visitor.logsIn(ada.username, ada.password)
    await expect(page).toHaveURL('/about')
    expect(sent, 'each form is sent once').toHaveLength(2)
    await page.goto('/profile/update', { waitUntil: 'commit' })
    await page.getByLabel('Name', { exact: true }).fill('Ada L.')
    await main.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL('/profile/update#profile-saved')
    // Chromium looks for the target of a fragment after the scripts.
    const saved = main.getByText('Profile saved.', { exact: true }).filter({ visible: true })
    if (!isHanging) await expect(saved).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada L.')
    await page.close() // its requests that still hang would fail
  })

for (const { how, breakScripts, passPatience, isHanging } of failures)
  test(`rows and samples that a visitor clicks open where the script ${how}`, async ({
    openPageAs,
    consoleErrors,
  }) => {
    if (!isHanging) consoleErrors.expect(/ERR_FAILED/)
    const page = await openPageAs('signed in', { viewport: { width: 320, height: 740 } })
    await breakScripts(page)
    const main = page.getByRole('main')
    await page.goto('/api/download', { waitUntil: 'commit' })
    await rowToggle(main, 'APK by package').click()
    await expect(main.getByLabel('pkg (required)')).toBeVisible()
    await main
      .getByRole('link', { name: /^Link to this endpoint/ })
      .filter({ visible: true })
      .click()
    await expect(page).toHaveURL('/api/download?row=apk')
    await passPatience(page)
    await expect(main).toContainText(/1 of \d+ endpoints match\./)
    await expect(main.getByText('Loading...')).toBeHidden()
    await expect(page.locator('header, main, h1, footer')).toHaveCount(4) // also the hidden ones
    await expect(page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible()
    await expect(rowToggle(main, 'Facebook video')).toHaveCount(0)
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL('/api/download')
    await main.getByRole('link', { name: 'Try it: Facebook video' }).press('Enter')
    await expect(openRows(main)).toHaveText('Facebook video')

    await page.goto('/api/text_effect_i', { waitUntil: 'commit' })
    await main.getByRole('link', { name: 'Electric blue halo', exact: true }).click()
    await expect(page).toHaveURL('/api/text_effect_i?row=text_effect_i-1.3')
    await passPatience(page)
    await expect(main.getByRole('heading', { name: 'Electric blue halo', exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.close() // its requests that still hang would fail
  })

test('a page that needs its script says what it is where that fails to load', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED/)
  consoleErrors.expect(/status of 404/)
  const page = await openPageAs('signed in')
  await abortScripts(page)
  await page.goto('/no/such-page')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})

test('a page that is shown without its script stays until the one that needs it has loaded', async ({
  openPageAs,
  site,
}) => {
  const page = await openPageAs('signed in', { viewport: { width: 390, height: 844 } })
  await recordStability(page.context())
  await installClock(page)
  const scripts = await blockScripts(page.context())
  const code = Promise.withResolvers<void>()
  await page.route(`**${getFolder(site.releases, 'catalogue')}**/*.js`, async (route) => {
    await code.promise
    await route.continue()
  })
  const main = page.getByRole('main')
  const scrollTop = () => page.evaluate(() => document.documentElement.scrollTop)
  await page.goto('/api/download?row=apk', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached() // the script that waits has begun to
  await page.clock.fastForward('00:05')
  await expect(main).toContainText(/1 of \d+ endpoints match\./)
  await expect(page.locator('main')).toHaveCount(1)
  await page.mouse.wheel(0, 150)
  await expect.poll(scrollTop).toBe(150)
  scripts.unblock()
  await waitForHydrationOf(page.getByRole('banner'))
  await expect(main).toContainText(/1 of \d+ endpoints match\./)
  await expect(main.getByText('Loading...')).toBeHidden()
  code.resolve()
  await expect(openRows(main)).toHaveText('APK by package')
  await expect(page.locator('main h1')).toHaveCount(1)
  await expect(page.locator('[data-plain-page]')).toHaveCount(0)
  expect(await scrollTop()).toBe(150)
  expect(await getStability(page)).toEqual(steady)
})

test('a page that is shown without its script stays readable if its code fails to load, and Retry recovers', async ({
  openPageAs,
  consoleErrors,
  site,
}) => {
  consoleErrors.expect(/ERR_FAILED/)
  const page = await openPageAs('signed in', { viewport: { width: 390, height: 844 } })
  await recordStability(page.context())
  await installClock(page)
  const scripts = await blockScripts(page.context())
  const code = `**${getFolder(site.releases, 'catalogue')}**/*.js`
  await page.route(code, (route) => route.abort())
  const main = page.getByRole('main')
  const notice = main.getByRole('alert').filter({ hasText: 'The interactive part of this page' })
  const retry = notice.getByRole('button', { name: 'Retry' })
  await page.goto('/api/download?row=apk', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached() // the script that waits has begun to
  await page.clock.fastForward('00:05')
  await expect(main).toContainText(/1 of \d+ endpoints match\./)
  const heading = await main.getByRole('heading', { level: 1 }).elementHandle()
  scripts.unblock()
  for (const attempt of ['first', 'second'])
    await test.step(`the ${attempt} attempt fails`, async () => {
      await expect(notice).toHaveText(
        "The interactive part of this page couldn't load. You can still read the page. Owner: Catalogue team.Retry",
      )
      await expect(retry).toBeInViewport()
      await expect(main).toContainText(/1 of \d+ endpoints match\./)
      expect(await heading?.evaluate((node) => node.checkVisibility())).toBe(true)
      await expect(page.locator('main h1')).toHaveCount(1)
      if (attempt === 'first') await retry.click()
    })
  expect(await getStability(page)).toEqual(steady)
  await page.unroute(code)
  await retry.click()
  await expect(openRows(main)).toHaveText('APK by package')
  await expect(notice).toHaveCount(0)
  await expect(page.locator('main h1')).toHaveCount(1)
  await expect(page.locator('main h1')).toBeFocused()
})
