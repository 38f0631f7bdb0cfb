import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { type Postgres, startPostgres } from '@portico/tools/testing/start-postgres.ts'
import { createAccount, createPerson, toCookieHeader } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { startSite } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Prerendered pages of signed-in visitors, with their titles. The last one shows what only the database knows. */
const privatePages = [
  ['/about', 'About Us'],
  ['/api/download', 'Download'],
  ['/profile', 'Profile'],
] as const

// The one journey on PostgreSQL; the tests of the server run every query on both databases. It stops PostgreSQL, so it starts
// its own.
let postgres: Postgres
let dataDir: string
test.beforeAll(async () => {
  postgres = await startPostgres()
  dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-'))
})
test.afterAll(async () => {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a server that starts without its database serves the last releases, and once it is back, visitors register and log in', {
  tag: '@soak',
}, async ({ playwright, newSite, consoleErrors }) => {
  const parts = { databaseUrl: postgres.url, dataDir }
  const before = await startSite(parts)
  const owner = createPerson()
  const { cookies, origins } = await createAccount(playwright, before.origin, {
    person: owner,
    isVerified: true,
  })
  expect((await before.stop()).exitCode).toBe(0)
  await postgres.pause()

  const { site, openPageAs } = await newSite({ ...parts, isHealthy: false })
  expect(site.releases).toEqual(before.releases)
  const visitor = createVisitor(await openPageAs('signed out'))
  const ada = createPerson()
  await visitor.opens('/auth/register')
  await visitor.isAt('/auth/register', 'Register')
  consoleErrors.expect(/503 \(Service Unavailable\)/) // the browser's own wording
  await visitor.registers(ada)
  const wait = visitor.page.getByRole('main').getByText(/try again/i)
  await expect(wait.filter({ visible: true }).first()).toBeVisible()

  // The server cannot tell who has a session, so the browser decides by the token.
  const storageState = { cookies, origins: origins.map((entry) => ({ ...entry, origin: site.origin })) }
  const signedIn = createVisitor(await openPageAs('signed out', { storageState }))
  const readPage = async (address: string) => (await signedIn.page.request.get(address)).text()
  for (const [address, title] of privatePages) {
    expect(await readPage(address), address).toContain('<div id="root"></div>')
    await signedIn.opens(address)
    await signedIn.isAt(address, title)
  }
  await expect(signedIn.page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible()
  const profile = signedIn.page.getByRole('main')
  await expect(profile).toContainText('The site is temporarily unavailable.')
  await expect(profile, 'the token names the visitor').toContainText(owner.username)
  await expect(profile).not.toContainText(owner.email)
  const retry = profile.getByRole('button', { name: 'Try again' })
  await retry.click()
  await expect(retry, 'the database is still down').toBeVisible()

  await postgres.resume()
  await expect.poll(async () => (await fetch(site.origin + paths.health)).status).toBe(200)
  await visitor.registers(ada)
  await visitor.isAt('/profile/verify', 'Email Verification')
  for (const [address] of privatePages) expect(await readPage(address), address).toContain('data-prerendered')
  await retry.click()
  await expect(profile).toContainText(owner.email)
  await expect(retry).toHaveCount(0)
  await expect(signedIn.heading()).toBeFocused()
  await visitor.verifiesByCode(ada)
  await visitor.isAt('/', 'HomePage')
  const cookie = toCookieHeader(await visitor.page.context().storageState())
  await visitor.logsOut()
  await visitor.isAt('/auth/login', 'Login')
  const session = await fetch(site.origin + accountPaths.session, { headers: { cookie } })
  expect(await session.json()).toEqual({ visitor: null })
  await visitor.logsIn(ada.email, ada.password)
  await visitor.isAt('/', 'HomePage')
})
