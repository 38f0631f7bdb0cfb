import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { getNext } from '@portico/protocol/session/access.ts'
import { startOAuthProvider } from '@portico/tools/testing/oauth-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const password = 'correct horse battery'
const people = {
  grace: { id: 1, name: 'Grace Hopper', email: 'grace@example.com', isVerified: true },
  unverified: { id: 2, name: 'Unverified', email: 'unverified@example.com', isVerified: false },
  owner: { id: 3, name: 'Owner', email: 'owner@example.com', isVerified: true },
  linked: { id: 4, name: 'Linked', email: 'linked@example.com', isVerified: true },
  octo: { id: 5, name: 'Octo', email: "Octo.O'Cat+cats@example.com", isVerified: true },
  staff: { id: 7, name: 'Support', email: 'Staff@Exämple.рф', isVerified: true },
  both: { id: 6, name: 'Both', email: 'both@example.com', isVerified: true },
}

let provider: Awaited<ReturnType<typeof startOAuthProvider>>
beforeAll(async () => {
  provider = await startOAuthProvider(people)
})
afterAll(() => provider.stop())

function suite(server: () => TestServer): void {
  async function signInWith(visitor: TestBrowser, name: 'google' | 'github', login: string, next?: string) {
    const { url } = (await visitor.post(accountPaths.signInWithProvider, { provider: name, next })).json()
    const response = await visitor.get(await provider.signIn(url, login))
    return response.headers.location
  }

  async function fetchVisitor(visitor: TestBrowser) {
    return (await visitor.get(accountPaths.session)).json().visitor
  }

  test('a visitor from Google chooses a username once', async () => {
    const visitor = server().browser()
    expect(await signInWith(visitor, 'google', 'grace', '/projects')).toBe(
      '/auth/google?username=&next=%2Fprojects',
    )
    expect(await fetchVisitor(visitor)).toEqual({
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
    expect(await signInWith(again, 'google', 'grace')).toBe('/auth/google?next=%2F')
    expect(await fetchVisitor(again)).toMatchObject({ username: 'Grace', done: true, gmail: true })
  })

  test('a visitor from GitHub gets the primary verified address', async () => {
    const visitor = server().browser()
    expect(await signInWith(visitor, 'github', 'octo')).toBe('/auth/google?username=&next=%2F')
    expect(await fetchVisitor(visitor)).toMatchObject({
      username: 'octo',
      done: false,
      github: true,
      gmail: false,
      email: "octo.o'cat+cats@example.com",
    })
  })

  test.each(['google', 'github'] as const)(
    'no reserved username is suggested to a visitor from %s, whose address is stored in one spelling',
    async (name) => {
      const visitor = server().browser()
      await signInWith(visitor, name, 'staff')
      expect(await fetchVisitor(visitor)).toMatchObject({ username: 'visitor', email: 'staff@exämple.рф' })
      const stored = await server().db.selectFrom('user').select('email').execute()
      expect(stored).toContainEqual({ email: 'staff@xn--exmple-cua.xn--p1ai' })
      expect((await visitor.post(accountPaths.update, { username: 'support' })).statusCode).toBe(400)
    },
  )

  test('both providers of one person sign in to one account', async () => {
    const visitor = server().browser()
    await signInWith(visitor, 'google', 'both')
    await visitor.post(accountPaths.update, { username: 'both' })
    await signInWith(server().browser(), 'github', 'both')
    expect(await fetchVisitor(visitor)).toMatchObject({ username: 'both', github: true, gmail: true })
  })

  test.each(['google', 'github'] as const)('an unverified address at %s can’t sign in', async (name) => {
    const visitor = server().browser()
    expect(await signInWith(visitor, name, 'unverified')).toBe(
      '/auth/google?next=%2F#provider-email-unverified',
    )
    expect(await fetchVisitor(visitor)).toBeNull()
  })

  test('an unverified provider address never signs in to an existing account', async () => {
    const target = server().browser()
    const account = { username: 'target', email: people.unverified.email, password }
    await target.post(accountPaths.signUp, account)
    const [message] = await server().emailsTo(account.email)
    await target.post(accountPaths.verify, { code: message?.code })
    const attacker = server().browser()
    expect(await signInWith(attacker, 'google', 'unverified')).toContain('#provider-email-unverified')
    expect(await signInWith(attacker, 'github', 'unverified')).toContain('#provider-email-unverified')
    expect(await fetchVisitor(attacker)).toBeNull()
  })

  test('a provider with the address of a verified account is linked to it', async () => {
    const visitor = server().browser()
    const account = { username: 'linked', email: people.linked.email, password }
    await visitor.post(accountPaths.signUp, account)
    const [message] = await server().emailsTo(account.email)
    await visitor.post(accountPaths.verify, { code: message?.code })
    const again = server().browser()
    await signInWith(again, 'google', 'linked')
    expect(await fetchVisitor(again)).toMatchObject({
      username: 'linked',
      done: true,
      isVerify: true,
      gmail: true,
    })
  })

  test('a squatter neither keeps the account nor locks out the owner of the address', async () => {
    const squatter = server().browser()
    const { email } = people.owner
    await squatter.post(accountPaths.signUp, { username: 'squatter', email, password })

    const owner = server().browser()
    expect(await signInWith(owner, 'google', 'owner')).toContain('#provider-account-exists')
    await owner.post(accountPaths.requestReset, { email })
    const [message] = await server().emailsTo(email, 2)
    const token = new URL(message?.links[0] ?? 'about:blank').searchParams.get('token') ?? ''
    const reset = await owner.submit(accountPaths.reset, { token, newPassword: 'a password of the owner' })
    expect(reset.statusCode).toBe(200)

    expect(await fetchVisitor(squatter)).toBeNull()
    expect(await signInWith(owner, 'google', 'owner')).toBe('/auth/google?next=%2F')
    expect(await fetchVisitor(owner)).toMatchObject({ isVerify: true, gmail: true, email })
  })

  test('a visitor who cancels at the provider returns signed out', async () => {
    const visitor = server().browser()
    const { url } = (await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })).json()
    const response = await visitor.get(await provider.cancel(url))
    expect(response.headers.location).toBe('/auth/google?next=%2F#provider-cancelled')
    expect(await fetchVisitor(visitor)).toBeNull()
  })

  test('sign-ins in two tabs both succeed, and have as long as their state lasts', async () => {
    const visitor = server().browser()
    const start = () => visitor.post(accountPaths.signInWithProvider, { provider: 'google' })
    const [first, second] = [await start(), await start()]
    expect(first.cookies[0]?.maxAge).toBe(600)
    for (const tab of [first, second]) {
      const response = await visitor.get(await provider.signIn(tab.json().url, 'linked'))
      expect(response.headers.location).toBe('/auth/google?next=%2F')
    }
    expect([...visitor.cookies.keys()].filter((name) => name.includes('state'))).toEqual([])
  })

  test('a callback is rejected in another browser', async () => {
    const visitor = server().browser()
    const { url } = (await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })).json()
    const other = server().browser()
    const response = await other.get(await provider.signIn(url, 'grace'))
    expect(response.headers.location).toBe('/auth/google?next=%2F#provider-failed')
    expect(await fetchVisitor(other)).toBeNull()
  })

  test('no provider tokens are stored', async () => {
    const stored = await server()
      .db.selectFrom('account')
      .selectAll()
      .where('providerId', '!=', 'credential')
      .execute()
    expect(stored.length).toBeGreaterThan(0)
    for (const row of stored)
      expect(row).toMatchObject({ accessToken: null, refreshToken: null, idToken: null })
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a b',
    '/\n/evil.example',
    '/\t/evil.example',
  ])('a redirect to %j is rejected', async (next) => {
    const visitor = server().browser()
    const response = await visitor.post(accountPaths.signInWithProvider, { provider: 'google', next })
    expect(response.statusCode).toBe(400)
  })

  test.each(['/.//evil.example', '/\u0001', '/a?next=//evil.example', '/é'])(
    'a redirect to %j leads to no other site',
    async (next) => {
      const landing = await signInWith(server().browser(), 'google', 'grace', next)
      expect(landing).toMatch(/^\/auth\/google\?[\w%&=.-]+$/)
      expect(getNext(String(landing)) ?? '/').toMatch(/^\/(?![/\\])/)
    },
  )

  test('an account without a password reports it', async () => {
    const visitor = server().browser()
    await signInWith(visitor, 'google', 'grace')
    expect((await visitor.get(accountPaths.profile)).json().profile).toMatchObject({ hasPassword: false })
    const deleted = await visitor.post(accountPaths.deleteAccount, { password: 'a guess' })
    expect(deleted.json()).toMatchObject({ status: 409, code: 'no-password' })
  })

  test('the configured providers are listed', async () => {
    expect((await server().browser().get(accountPaths.providers)).json()).toEqual({
      google: true,
      github: true,
    })
  })
}

describeWithServer('OAuth', suite, { environment: async () => provider.environment })

test('an unavailable provider is reported and works again once it is back', async () => {
  const database = await createTestDatabase()
  if (!database) throw new Error('no database')
  const stopped = await startOAuthProvider(people)
  await stopped.stop()
  const server = await startTestServer(database, stopped.environment)
  const visitor = server.browser()
  const unavailable = await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })
  expect(unavailable.json()).toMatchObject({ status: 502, code: 'provider-unavailable' })
  const github = await visitor.post(accountPaths.signInWithProvider, { provider: 'github' })
  expect(github.statusCode).toBe(200) // its addresses are configured, so nothing has to be asked
  const restarted = await startOAuthProvider(people, { port: stopped.port })
  const again = await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })
  expect(again.json().url).toContain(`http://127.0.0.1:${stopped.port}/login/oauth/authorize?`)
  await server.stop()
  await restarted.stop()
  await database.remove()
})

test('a provider that is not configured is unknown', async () => {
  const database = await createTestDatabase()
  if (!database) throw new Error('no database')
  const server = await startTestServer(database)
  const visitor = server.browser()
  expect((await visitor.get(accountPaths.providers)).json()).toEqual({ google: false, github: false })
  const response = await visitor.post(accountPaths.signInWithProvider, { provider: 'google' })
  expect(response.json()).toMatchObject({ status: 404, code: 'provider-unknown' })
  await server.stop()
  await database.remove()
})
