import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { startTestProvider } from '../../testing/oauth-provider.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const password = 'correct horse battery'
const people = {
  grace: { id: 1, name: 'Grace Hopper', email: 'grace@example.com', isConfirmed: true },
  doubtful: { id: 2, name: 'Doubtful', email: 'doubtful@example.com', isConfirmed: false },
  owner: { id: 3, name: 'Owner', email: 'owner@example.com', isConfirmed: true },
  linked: { id: 4, name: 'Linked', email: 'linked@example.com', isConfirmed: true },
  octo: { id: 5, name: 'Octo', email: 'octo@example.com', isConfirmed: true },
  both: { id: 6, name: 'Both', email: 'both@example.com', isConfirmed: true },
}

let provider: Awaited<ReturnType<typeof startTestProvider>>
beforeAll(async () => {
  provider = await startTestProvider(people)
})
afterAll(() => provider.stop())

function suite(server: () => TestServer): void {
  async function signInWith(visitor: TestBrowser, name: 'google' | 'github', login: string, next?: string) {
    const { url } = (await visitor.post(accountPaths.signInWithProvider, { provider: name, next })).json()
    const answer = await visitor.get(await provider.signIn(url, login))
    return answer.headers.location
  }

  async function visitorOf(visitor: TestBrowser) {
    return (await visitor.get(accountPaths.session)).json().visitor
  }

  test('a visitor from Google is asked for a username once and is confirmed by Google', async () => {
    const visitor = server().browser()
    expect(await signInWith(visitor, 'google', 'grace', '/projects')).toBe('/auth/google?next=%2Fprojects')
    expect(await visitorOf(visitor)).toEqual({
      username: 'grace.hopper',
      done: false,
      isVerify: false,
      github: false,
      gmail: true,
      email: 'grace@example.com',
    })
    const chosen = await visitor.post(accountPaths.update, { username: 'Grace' })
    expect(chosen.json().visitor).toMatchObject({ username: 'Grace', done: true, gmail: true })

    const again = server().browser()
    await signInWith(again, 'google', 'grace')
    expect(await visitorOf(again)).toMatchObject({ username: 'Grace', done: true, gmail: true })
  })

  test('a visitor from GitHub comes with the primary confirmed address', async () => {
    const visitor = server().browser()
    expect(await signInWith(visitor, 'github', 'octo')).toBe('/auth/google?next=%2F')
    expect(await visitorOf(visitor)).toMatchObject({
      username: 'octo',
      done: false,
      github: true,
      gmail: false,
      email: 'octo@example.com',
    })
  })

  test('one person at both providers is one visitor', async () => {
    const visitor = server().browser()
    await signInWith(visitor, 'google', 'both')
    await visitor.post(accountPaths.update, { username: 'both' })
    await signInWith(server().browser(), 'github', 'both')
    expect(await visitorOf(visitor)).toMatchObject({ username: 'both', github: true, gmail: true })
  })

  test.each(['google', 'github'] as const)(
    '%s: an address that is not confirmed opens nothing',
    async (name) => {
      const visitor = server().browser()
      expect(await signInWith(visitor, name, 'doubtful')).toBe(
        '/auth/google?next=%2F&error=provider-email-unverified',
      )
      expect(await visitorOf(visitor)).toBeNull()
    },
  )

  test('an unconfirmed provider address never enters a confirmed account', async () => {
    const target = server().browser()
    const account = { username: 'target', email: people.doubtful.email, password }
    await target.post(accountPaths.signUp, account)
    const [mail] = await server().emailsTo(account.email)
    await target.post(accountPaths.verify, { code: mail?.code })
    const attacker = server().browser()
    expect(await signInWith(attacker, 'google', 'doubtful')).toContain('error=provider-email-unverified')
    expect(await signInWith(attacker, 'github', 'doubtful')).toContain('error=provider-email-unverified')
    expect(await visitorOf(attacker)).toBeNull()
  })

  test('a confirmed account and the provider account with its address are one visitor', async () => {
    const visitor = server().browser()
    const account = { username: 'linked', email: people.linked.email, password }
    await visitor.post(accountPaths.signUp, account)
    const [mail] = await server().emailsTo(account.email)
    await visitor.post(accountPaths.verify, { code: mail?.code })
    const again = server().browser()
    await signInWith(again, 'google', 'linked')
    expect(await visitorOf(again)).toMatchObject({
      username: 'linked',
      done: true,
      isVerify: true,
      gmail: true,
    })
  })

  test('who registered another one’s address first neither keeps the account nor blocks its owner', async () => {
    const squatter = server().browser()
    const { email } = people.owner
    await squatter.post(accountPaths.signUp, { username: 'squatter', email, password })

    const owner = server().browser()
    expect(await signInWith(owner, 'google', 'owner')).toContain('error=provider-account-exists')
    await owner.post(accountPaths.requestReset, { email })
    const [mail] = await server().emailsTo(email, 2)
    const newPassword = 'a password of the owner'
    const reset = await owner.post(accountPaths.reset, { email, code: mail?.code, newPassword })
    expect(reset.statusCode, reset.body).toBe(200)

    expect(await visitorOf(squatter)).toBeNull()
    expect(await signInWith(owner, 'google', 'owner')).toBe('/auth/google?next=%2F')
    expect(await visitorOf(owner)).toMatchObject({ isVerify: true, gmail: true, email })
  })

  test('a visitor who says no at the provider comes back signed out', async () => {
    const visitor = server().browser()
    const { url } = (await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })).json()
    const answer = await visitor.get(await provider.cancel(url))
    expect(answer.headers.location).toBe('/auth/google?next=%2F&error=provider-cancelled')
    expect(await visitorOf(visitor)).toBeNull()
  })

  test('an answer of the provider is worth nothing in another browser', async () => {
    const visitor = server().browser()
    const { url } = (await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })).json()
    const other = server().browser()
    const answer = await other.get(await provider.signIn(url, 'grace'))
    expect(answer.headers.location).toBe('/auth/google?next=%2F&error=provider-failed')
    expect(await visitorOf(other)).toBeNull()
  })

  test('nothing that the provider handed out is kept', async () => {
    const kept = await server()
      .db.selectFrom('account')
      .selectAll()
      .where('providerId', '!=', 'credential')
      .execute()
    expect(kept.length).toBeGreaterThan(0)
    for (const row of kept)
      expect(row).toMatchObject({ accessToken: null, refreshToken: null, idToken: null })
  })

  test('a visitor goes on to a path of this site only', async () => {
    const visitor = server().browser()
    const answer = await visitor.post(accountPaths.signInWithProvider, {
      provider: 'google',
      next: '//evil.example',
    })
    expect(answer.statusCode).toBe(400)
  })

  test('an account without a password says so when one is asked for', async () => {
    const visitor = server().browser()
    await signInWith(visitor, 'google', 'grace')
    expect((await visitor.get(accountPaths.profile)).json().profile).toMatchObject({ hasPassword: false })
    const deleted = await visitor.post(accountPaths.deleteAccount, { password: 'a guess' })
    expect(deleted.json()).toMatchObject({ status: 409, code: 'no-password' })
  })

  test('the site says which providers it has', async () => {
    expect((await server().browser().get(accountPaths.providers)).json()).toEqual({
      google: true,
      github: true,
    })
  })
}

describeOnDatabases('providers', suite, { environment: async () => provider.environment })

test('a provider that is away is answered as such, and works when it is back', async () => {
  const database = await createTestDatabase()
  if (!database) throw new Error('no database')
  const gone = await startTestProvider(people)
  await gone.stop()
  const server = await startTestServer(database, gone.environment)
  const visitor = server.browser()
  const away = await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })
  expect(away.json()).toMatchObject({ status: 502, code: 'provider-unavailable' })
  const github = await visitor.post(accountPaths.signInWithProvider, { provider: 'github' })
  expect(github.statusCode).toBe(200) // its addresses are configured, so nothing has to be asked
  const back = await startTestProvider(people, gone.port)
  const again = await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })
  expect(again.json().url).toContain(`http://127.0.0.1:${gone.port}/auth?`)
  await server.stop()
  await back.stop()
  await database.remove()
})

test('a provider that is not configured is unknown', async () => {
  const database = await createTestDatabase()
  if (!database) throw new Error('no database')
  const server = await startTestServer(database)
  const visitor = server.browser()
  expect((await visitor.get(accountPaths.providers)).json()).toEqual({ google: false, github: false })
  const answer = await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })
  expect(answer.json()).toMatchObject({ status: 404, code: 'provider-unknown' })
  await server.stop()
  await database.remove()
})
