import { expect } from '@playwright/test'
import { accountPaths } from '@portico/shared/account/account-api.ts'
import { encodeSessionToken } from '@portico/shared/session/session-token.ts'
import { call, makeAccount, newPerson } from '../site/accounts.ts'
import { test } from '../site/journey.ts'
import { noteHeadings, shownHeadings } from '../steps/flashes.ts'
import { fillStorage, forbidStorage, onlyToken, storedToken } from '../steps/storage.ts'
import { visitorOn } from '../steps/visitor.ts'

const record = { username: 'mallory', done: true, isVerify: true, github: false, gmail: false }
const token = encodeSessionToken(record)

const uselessTokens = {
  'with changed characters': `${token.slice(0, 30)}AAAA${token.slice(34)}`,
  'that was cut off': token.slice(0, 40),
  // The same record, under another passphrase.
  'of another site':
    'U2FsdGVkX1/aUwpnYJN9JGNtxpk6DaxWkrqdVLaDyN5SI67lJ0RABgjAcfMsp72yFgkRd/61gVZGr9INZmQCTJW+8JRrro2UxucrE0XYiSyBSTI9aUiLejRzBQlSKOlG',
  'that is plain JSON': JSON.stringify(record),
  'of another shape': encodeSessionToken({ ...record, username: '' }),
}

for (const [which, useless] of Object.entries(uselessTokens)) {
  test(`a token ${which} signs out and is removed`, async ({ site, browserOf }) => {
    const page = await browserOf('signed out', { storageState: onlyToken(site.origin, useless) })
    await noteHeadings(page.context())
    await visitorOn(page).opens('/about')
    await visitorOn(page).isOn('/auth/login?next=%2Fabout', 'Login')
    expect(await storedToken(page)).toBeNull()
    expect(await shownHeadings(page)).toEqual([await visitorOn(page).heading().textContent()])
  })
}

test('a token without a session on the server signs out once the server is asked', async ({
  site,
  browserOf,
}) => {
  const page = await browserOf('signed out', { storageState: onlyToken(site.origin, token) })
  await visitorOn(page).opens('/about')
  await visitorOn(page).isOn('/auth/login?next=%2Fabout', 'Login')
  expect(await storedToken(page)).toBeNull()
})

for (const [how, prepare] of Object.entries({ 'is full': fillStorage, 'is forbidden': forbidStorage })) {
  test(`where storage ${how} a visitor logs in for this page view`, async ({ playwright, site, page }) => {
    const ada = newPerson()
    await makeAccount(playwright, site.origin, { person: ada, isVerified: true })
    const visitor = visitorOn(page)
    await prepare(page.context())

    await visitor.opens('/api/text_effect_i')
    await visitor.isOn('/auth/login?next=%2Fapi%2Ftext_effect_i', 'Login')
    await visitor.logsIn(ada.username, ada.password)
    await visitor.isOn('/api/text_effect_i', 'Text Effect 1')
    await visitor.choosesInHeader('About')
    await visitor.isOn('/about', 'About Us')
    await visitor.logsOut()
    await visitor.isOn('/auth/login', 'Login')
  })
}

test('where storage is forbidden the server is asked, so that a reload stays signed in', async ({
  browserOf,
}) => {
  const page = await browserOf('signed in')
  await forbidStorage(page.context())
  await visitorOn(page).opens('/about')
  await visitorOn(page).isOn('/about', 'About Us')
})

test('logging in and out in one tab opens and closes the private pages of another', async ({
  playwright,
  site,
  context,
}) => {
  const ada = newPerson()
  await makeAccount(playwright, site.origin, { person: ada, isVerified: true })
  const [here, there] = [visitorOn(await context.newPage()), visitorOn(await context.newPage())]

  await here.opens('/about')
  await here.isOn('/auth/login?next=%2Fabout', 'Login')
  await there.opens('/auth/login')
  await there.logsIn(ada.username, ada.password)
  await there.isOn('/', 'HomePage')
  await here.isOn('/about', 'About Us')

  await there.logsOut()
  await there.isOn('/auth/login', 'Login')
  await here.isOn('/auth/login?next=%2Fabout', 'Login')
})

test('a session that the server has ended is signed out by the next page view', async ({
  playwright,
  site,
  browserOf,
}) => {
  const ada = newPerson()
  const storageState = await makeAccount(playwright, site.origin, { person: ada, isVerified: true })
  const page = await browserOf('signed out', { storageState })
  const visitor = visitorOn(page)
  await visitor.opens('/about')
  await visitor.isOn('/about', 'About Us')

  const { origin } = site
  const elsewhere = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  await call(elsewhere, accountPaths.signIn, { login: ada.username, password: ada.password })
  const change = { currentPassword: ada.password, newPassword: `${ada.password} again` }
  await call(elsewhere, accountPaths.changePassword, change)
  await elsewhere.dispose()

  await page.reload()
  await visitor.isOn('/auth/login?next=%2Fabout', 'Login')
  expect(await storedToken(page)).toBeNull()
})

test('a visitor who deletes the account is signed out everywhere', async ({
  playwright,
  site,
  browserOf,
}) => {
  const ada = newPerson()
  const { origin } = site
  const storageState = await makeAccount(playwright, origin, { person: ada, isVerified: true })
  const visitor = visitorOn(await browserOf('signed out', { storageState }))

  const elsewhere = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  await call(elsewhere, accountPaths.signIn, { login: ada.username, password: ada.password })
  await call(elsewhere, accountPaths.deleteAccount, { password: ada.password })
  await elsewhere.dispose()

  await visitor.opens('/about')
  await visitor.isOn('/auth/login?next=%2Fabout', 'Login')
})
