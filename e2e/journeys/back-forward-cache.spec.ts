import { type Browser, expect, type Page } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { createAccount, createPerson, type StorageState } from '../site/accounts.ts'
import { test as base } from '../site/fixtures.ts'
import { saveData } from '../site/save-data.ts'
import { comeBack, launchCachingBrowser, leavePage, recordRestoring } from '../steps/back-forward-cache.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

interface Fixtures {
  readonly cachingBrowser: Browser
  /** Opens a tab in it. */
  readonly openTab: (visitor?: { readonly storageState: StorageState }) => Promise<Page>
}

const test = base.extend<Fixtures>({
  cachingBrowser: async ({ playwright, launchOptions }, use) => {
    const browser = await launchCachingBrowser(playwright, launchOptions)
    await use(browser)
    await browser.close()
  },
  openTab: async ({ cachingBrowser, consoleErrors, site }, use) => {
    await use(async (visitor) => {
      const context = await cachingBrowser.newContext({ baseURL: site.origin, ...visitor })
      await consoleErrors.watch(context)
      const page = await context.newPage()
      await saveData(page)
      await recordRestoring(page)
      return page
    })
    await consoleErrors.settle()
  },
})

test('a page that is restored shows no data of a visitor who is no longer signed in', async ({
  playwright,
  site,
  openTab,
}) => {
  const [ada, eve] = [createPerson(), createPerson()]
  const storageState = await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  await createAccount(playwright, site.origin, { person: eve, isVerified: true })
  const page = await openTab({ storageState })
  const visitor = createVisitor(page)
  const main = page.getByRole('main')
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { data, headers: { origin: site.origin } })
    expect(response.ok(), path).toBe(true)
  }
  await visitor.opens('/profile')
  await visitor.isAt('/profile', 'Profile')
  await waitForHydrationOf(visitor.heading())
  await expect(main).toContainText(ada.email)

  await leavePage(page)
  await post(accountPaths.signOut, {})
  await post(accountPaths.signIn, { login: eve.username, password: eve.password })
  await comeBack(page)
  await expect(main).toContainText(eve.email)
  await expect(main).not.toContainText(ada.email)

  await leavePage(page)
  await post(accountPaths.signOut, {})
  await comeBack(page)
  await visitor.isAt('/auth/login?next=%2Fprofile', 'Login')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Get Start' })).toBeVisible()
})

test('a page that is restored keeps what the visitor typed, and opens what was loading when they left', {
  tag: '@soak',
}, async ({ playwright, site, openTab }) => {
  const storageState = await createAccount(playwright, site.origin, {
    person: createPerson(),
    isVerified: true,
  })
  const page = await openTab({ storageState })
  const visitor = createVisitor(page)
  const deadlineMs = 10_000 // a busy machine must leave the page, and later load the next one, before it has passed
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/("loadDeadlineMs":)\d+/, `$1${deadlineMs}`)
    await route.fulfill({ response, body })
  })
  await visitor.opens('/')
  const message = page.getByLabel('Message me on WhatsApp')
  await waitForHydrationOf(message)
  await message.fill('Hello')
  const scrollY = await page.evaluate(() => Math.round(window.scrollY))
  expect(scrollY).toBeGreaterThan(0)
  await leavePage(page)
  await comeBack(page)
  await expect(message).toHaveValue('Hello')
  await expect(message).toBeFocused()
  expect(await page.evaluate(() => Math.round(window.scrollY))).toBe(scrollY)

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const requested = page.waitForRequest(/\/r\/catalogue\/.*\.js/)
  await page.route(/\/r\/catalogue\/.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await visitor.followsHeaderLink('Api')
  const request = await requested
  await expect(page.getByText('Loading...')).toBeVisible()
  await leavePage(page)
  release()
  await (await request.response())?.finished()
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), deadlineMs)
  await comeBack(page)
  await visitor.isAt('/api', 'Api') // a failure has this title, too
  await expect(page.getByRole('main').locator('a[href="/api/download"]').first()).toBeVisible()
})
