import { expect } from '@playwright/test'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { encodeSessionToken } from '@portico/shared/session/session-token.ts'
import { createAccount, createPerson, postAccountRequest } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { getShownHeadings, recordHeadings } from '../steps/content-flashes.ts'
import { blockStorage, createTokenState, fillStorage, getStoredToken } from '../steps/storage.ts'
import { createVisitor } from '../steps/visitor.ts'

const record = { username: 'mallory', done: true, isVerify: true, github: false, gmail: false }
const token = encodeSessionToken(record)

const uselessTokens = {
  'with changed characters': `${token.slice(0, 30)}AAAA${token.slice(34)}`,
  'that was cut off': token.slice(0, 40),
  // The same record, encrypted with another passphrase.
  'of another site':
    'U2FsdGVkX1/aUwpnYJN9JGNtxpk6DaxWkrqdVLaDyN5SI67lJ0RABgjAcfMsp72yFgkRd/61gVZGr9INZmQCTJW+8JRrro2UxucrE0XYiSyBSTI9aUiLejRzBQlSKOlG',
  'that is plain JSON': JSON.stringify(record),
  'of another shape': encodeSessionToken({ ...record, username: '' }),
}

for (const [which, useless] of Object.entries(uselessTokens)) {
  test(`a token ${which} is removed and signs the visitor out`, async ({ site, openPageAs }) => {
    const page = await openPageAs('signed out', { storageState: createTokenState(site.origin, useless) })
    await recordHeadings(page.context())
    await createVisitor(page).opens('/about')
    await createVisitor(page).isAt('/auth/login?next=%2Fabout', 'Login')
    expect(await getStoredToken(page)).toBeNull()
    expect(await getShownHeadings(page)).toEqual([await createVisitor(page).heading().textContent()])
  })
}

test('a token without a session on the server signs the visitor out', async ({ site, openPageAs }) => {
  const page = await openPageAs('signed out', { storageState: createTokenState(site.origin, token) })
  await createVisitor(page).opens('/about')
  await createVisitor(page).isAt('/auth/login?next=%2Fabout', 'Login')
  expect(await getStoredToken(page)).toBeNull()
})

test('a session without a token is signed in before any script has loaded, and gets a token', async ({
  playwright,
  site,
  openPageAs,
}) => {
  const { cookies } = await createAccount(playwright, site.origin, {
    person: createPerson(),
    isVerified: true,
  })
  const page = await openPageAs('signed out', { storageState: { cookies, origins: [] } })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await createVisitor(page).opens('/about')
  await createVisitor(page).isAt('/about', 'About Us')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible()
  expect(await getStoredToken(page)).not.toBeNull()
  expect(requests).not.toContain(site.origin + accountPaths.session)
})

for (const address of ['/', '/home']) {
  test(`an unverified token without a session on the server signs the visitor out, who stays on ${address}`, async ({
    site,
    openPageAs,
  }) => {
    const unverified = encodeSessionToken({ ...record, isVerify: false })
    const page = await openPageAs('signed out', { storageState: createTokenState(site.origin, unverified) })
    await recordHeadings(page.context())
    await createVisitor(page).opens(address)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Get Start' })).toBeVisible()
    await expect.poll(() => getStoredToken(page)).toBeNull()
    await createVisitor(page).isAt(address, 'HomePage')
    expect(await getShownHeadings(page)).toEqual([await createVisitor(page).heading().textContent()])
  })
}

for (const [how, prepare] of Object.entries({ 'is full': fillStorage, 'is blocked': blockStorage })) {
  test(`when storage ${how}, a login lasts, also after a reload`, async ({ playwright, site, page }) => {
    const ada = createPerson()
    await createAccount(playwright, site.origin, { person: ada, isVerified: true })
    const visitor = createVisitor(page)
    await prepare(page.context())

    await visitor.opens('/api/text_effect_i')
    await visitor.isAt('/auth/login?next=%2Fapi%2Ftext_effect_i', 'Login')
    await visitor.logsIn(ada.username, ada.password)
    await visitor.isAt('/api/text_effect_i', 'Text Effect 1')
    await visitor.followsHeaderLink('About')
    await visitor.isAt('/about', 'About Us')
    await page.reload()
    await visitor.isAt('/about', 'About Us')
    await visitor.logsOut()
    await visitor.isAt('/auth/login', 'Login')
  })
}

test('logging in or out in one tab applies to the others', { tag: '@database' }, async ({
  playwright,
  site,
  context,
}) => {
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  const [here, there] = [createVisitor(await context.newPage()), createVisitor(await context.newPage())]

  await here.opens('/about')
  await here.isAt('/auth/login?next=%2Fabout', 'Login')
  await there.opens('/auth/login')
  await there.logsIn(ada.username, ada.password)
  await there.isAt('/', 'HomePage')
  await here.isAt('/about', 'About Us')

  await there.logsOut()
  await there.isAt('/auth/login', 'Login')
  await here.isAt('/auth/login?next=%2Fabout', 'Login')
})

test('a session ended by the server is signed out on the next page load', { tag: '@database' }, async ({
  playwright,
  site,
  openPageAs,
}) => {
  const ada = createPerson()
  const storageState = await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  const page = await openPageAs('signed out', { storageState })
  const visitor = createVisitor(page)
  await visitor.opens('/about')
  await visitor.isAt('/about', 'About Us')

  const { origin } = site
  const elsewhere = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  await postAccountRequest(elsewhere, accountPaths.signIn, { login: ada.username, password: ada.password })
  const change = { currentPassword: ada.password, newPassword: `${ada.password} again` }
  await postAccountRequest(elsewhere, accountPaths.changePassword, change)
  await elsewhere.dispose()

  await page.reload()
  await visitor.isAt('/auth/login?next=%2Fabout', 'Login')
  expect(await getStoredToken(page)).toBeNull()
})

test('deleting an account signs the visitor out everywhere and says so', { tag: '@database' }, async ({
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

test('a visitor with unsaved changes is asked before they leave the page', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await visitor.opens('/profile/update')
  const name = page.getByLabel('Name', { exact: true })
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
