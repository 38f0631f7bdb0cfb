import { expect } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { createAccount, createPerson, postAccountRequest } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { getShownHeadings, recordHeadings } from '../steps/content-flashes.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createTokenState, getStoredToken, storeToken } from '../steps/storage.ts'
import { createVisitor } from '../steps/visitor.ts'

const record = { username: 'mallory', done: true, isVerify: true, github: false, gmail: false }
const token = encodeSessionToken(record)

test('a token that is broken or without a session on the server is removed and signs the visitor out', async ({
  site,
  openPageAs,
}) => {
  const broken = `${token.slice(0, 30)}AAAA${token.slice(34)}`
  const page = await openPageAs('signed out', { storageState: createTokenState(site.origin, broken) })
  await recordHeadings(page.context())
  const visitor = createVisitor(page)
  const isSignedOut = async () => {
    await expect.poll(() => getStoredToken(page)).toBeNull()
    expect(await getShownHeadings(page)).toEqual([await visitor.heading().textContent()])
  }
  await visitor.opens('/about')
  await visitor.isAt('/auth/login?next=%2Fabout', 'Login')
  await isSignedOut()

  await storeToken(page, token)
  await visitor.opens('/about')
  await visitor.isAt('/auth/login?next=%2Fabout', 'Login')
  await isSignedOut()

  await storeToken(page, token)
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Get Start' })).toBeVisible()
  await isSignedOut()

  await storeToken(page, encodeSessionToken({ ...record, isVerify: false }))
  await visitor.opens('/home')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Get Start' })).toBeVisible()
  await visitor.isAt('/home', 'HomePage')
  await isSignedOut()
})

test('a session without a token is signed in before any script has loaded and gets a token, until the server ends it', async ({
  playwright,
  site,
  openPageAs,
}) => {
  const { origin } = site
  const ada = createPerson()
  const { cookies } = await createAccount(playwright, origin, { person: ada, isVerified: true })
  const page = await openPageAs('signed out', { storageState: { cookies, origins: [] } })
  const visitor = createVisitor(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await visitor.opens('/about')
  await visitor.isAt('/about', 'About Us')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible()
  await expect.poll(() => getStoredToken(page)).not.toBeNull()
  await waitForHydrationOf(visitor.heading())
  expect(requests).not.toContain(origin + accountPaths.session)

  const elsewhere = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  await postAccountRequest(elsewhere, accountPaths.signIn, { login: ada.username, password: ada.password })
  const change = { currentPassword: ada.password, newPassword: `${ada.password} again` }
  await postAccountRequest(elsewhere, accountPaths.changePassword, change)
  await elsewhere.dispose()

  await visitor.followsHeaderLink('Projects')
  await visitor.isAt('/auth/login?next=%2Fprojects', 'Login')
  expect(await getStoredToken(page)).toBeNull()
})

test.describe('prefetched pages don’t outlive a session:', () => {
  test.use({ dataSaver: false })

  test('logging in or out in one tab applies to the others', { tag: '@soak' }, async ({
    playwright,
    site,
    context,
  }) => {
    const ada = createPerson()
    await createAccount(playwright, site.origin, { person: ada, isVerified: true })
    const [here, there] = [createVisitor(await context.newPage()), createVisitor(await context.newPage())]

    await here.opens('/about')
    await here.isAt('/auth/login?next=%2Fabout', 'Login')
    await there.opens('/auth/login?next=%2Flogout')
    await there.logsIn(ada.username, ada.password)
    await there.isAt('/logout', 'Logout')
    await here.isAt('/about', 'About Us')

    await there.page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click()
    await there.isAt('/auth/login', 'Login')
    await here.isAt('/auth/login?next=%2Fabout', 'Login')
  })

  test('deleting an account signs the visitor out everywhere and says so', { tag: '@soak' }, async ({
    playwright,
    site,
    openPageAs,
  }) => {
    const ada = createPerson()
    const { origin } = site
    const storageState = await createAccount(playwright, origin, { person: ada, isVerified: true })
    const elsewhere = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
    await postAccountRequest(elsewhere, accountPaths.signIn, { login: ada.username, password: ada.password })

    const page = await openPageAs('signed out', { storageState })
    const visitor = createVisitor(page)
    await visitor.opens('/profile/update')
    await waitForHydrationOf(visitor.heading()) // without a script, the next page says nothing
    await page.getByText(`Delete ${ada.username} permanently`).click()
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await visitor.isAt('/', 'HomePage')
    await visitor.isTold('Your account was deleted.')
    await visitor.followsHeaderLink('About')
    await visitor.isAt('/auth/login?next=%2Fabout', 'Login')
    await expect(page.getByText('Your account was deleted.')).toBeHidden()

    expect(await (await elsewhere.get(accountPaths.session)).json()).toEqual({ visitor: null })
    await elsewhere.dispose()
  })
})
