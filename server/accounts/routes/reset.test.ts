import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test, vi } from 'vitest'
import { describeOnDatabases, describeWithServer } from '../../testing/describe-databases.ts'
import { countSessions, password, signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { createAccountLimits } from '../account-limits.ts'

const newPassword = 'another long password'
const expired = 'This link has expired'

describeOnDatabases('password reset', (server) => {
  const request = (email: string, address = '192.0.2.1') =>
    server().browser().post(accountPaths.requestReset, { email }, { address })
  const readLink = async (email: string, count: number) => {
    const [message] = await server().emailsTo(email, count)
    return new URL(message?.links[0] ?? 'about:blank')
  }
  const set = (link: URL, chosen = newPassword, browser = server().browser()) =>
    browser.submit(accountPaths.reset, { token: link.searchParams.get('token') ?? '', newPassword: chosen })

  test('an emailed link sets a new password in any browser and ends every session', async () => {
    const { visitor, email, username } = await signUpAndVerify(server())
    await server().browser().post(accountPaths.signIn, { login: username, password })
    expect((await request(email)).statusCode).toBe(202)
    const link = await readLink(email, 2)
    expect(link.href).toMatch(/^http:\/\/127\.0\.0\.1:3000\/-\/account\/reset\?token=[\w-]{43}$/)
    const page = await server()
      .browser()
      .get(link.pathname + link.search)
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringContaining('autocomplete="new-password"'),
    ])
    expect(page.body).toContain(email)

    const response = await set(link)
    expect([response.statusCode, response.body]).toEqual([
      200,
      expect.stringContaining('You’ve been logged out everywhere. Log in with your new password.'),
    ])
    const [notice] = await server().emailsTo(email, 3)
    expect(notice?.subject).toMatch(/^Your password was changed - /)
    expect(await countSessions(server(), email)).toBe(0)
    expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: null })
    expect((await visitor.post(accountPaths.signIn, { login: email, password })).statusCode).toBe(401)
    expect(
      (await visitor.post(accountPaths.signIn, { login: email, password: newPassword })).statusCode,
    ).toBe(200)
  })

  test('a link works once, and ends the others of its account', async () => {
    const { email } = await signUpAndVerify(server())
    await request(email)
    const first = await readLink(email, 2)
    await request(email)
    const second = await readLink(email, 3)
    expect(second.href).not.toBe(first.href)
    expect((await set(first)).statusCode).toBe(200)
    for (const link of [first, second]) {
      const response = await set(link, 'yet another password')
      expect([response.statusCode, response.body]).toEqual([410, expect.stringContaining(expired)])
      const page = await server()
        .browser()
        .get(link.pathname + link.search)
      expect([page.statusCode, page.body]).toEqual([410, expect.stringContaining(expired)])
    }
  })

  test('a link expires', async () => {
    const { email } = await signUpAndVerify(server())
    await request(email)
    const link = await readLink(email, 2)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 76 * 60_000 })
    const response = await set(link).finally(() => vi.useRealTimers())
    expect(response.statusCode).toBe(410)
  })

  test.each(['', 'A'.repeat(43), '%'])('the token %j sets no password', async (token) => {
    const url = new URL('http://127.0.0.1:3000/')
    url.searchParams.set('token', token)
    expect((await set(url)).statusCode).toBe(410)
  })

  test('the response does not reveal whether an address has an account', async () => {
    const { email } = await signUp(server())
    const [known, unknown] = await Promise.all([request(email), request('nobody@example.com')])
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  })

  test('a reset also verifies the address, because the link was sent to it', async () => {
    const { email, visitor } = await signUp(server())
    await request(email)
    await set(await readLink(email, 2))
    const response = await visitor.post(accountPaths.signIn, { login: email, password: newPassword })
    expect(response.json().visitor).toMatchObject({ isVerify: true })
  })

  test('a password that is easy to guess or the current one is refused, and the link still works', async () => {
    const { email, username } = await signUpAndVerify(server())
    await request(email)
    const link = await readLink(email, 2)
    for (const [weak, message] of [
      ['short', 'Use at least 8 characters.'],
      ['12345678', 'too easy to guess'],
      [`${username}1`, 'Choose another one.'],
      [password, 'This is your current password.'],
    ] as const) {
      const response = await set(link, weak)
      expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(message)])
      expect(response.body).not.toContain(`value="${weak}"`)
    }
    expect((await set(link)).statusCode).toBe(200)
  })

  test('a form on another site can’t set a password', async () => {
    const { email } = await signUpAndVerify(server())
    await request(email)
    const token = (await readLink(email, 2)).searchParams.get('token') ?? ''
    const fields = { token, newPassword }
    const response = await server()
      .browser()
      .submit(accountPaths.reset, fields, { origin: 'https://evil.example' })
    expect(response.json().code).toBe('origin-not-allowed')
  })

  test('requesting many emails keeps nobody from resetting their password', async () => {
    const { email } = await signUpAndVerify(server())
    for (let n = 0; n < 6; n += 1) expect((await request(email, `198.51.100.${n}`)).statusCode).toBe(202)
    expect((await request(email)).statusCode).toBe(202) // the owner, from anywhere
    const emails = await server().emailsTo(email, 4)
    expect(emails).toHaveLength(4) // to verify the address, and three links
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * 60_000 })
    const response = await set(await readLink(email, 4)).finally(() => vi.useRealTimers())
    expect(response.statusCode).toBe(200)
  })

  test('the owner’s device gets emails even when others have requested too many', async () => {
    const { email, visitor } = await signUpAndVerify(server())
    await visitor.post(accountPaths.signIn, { login: email, password })
    for (let n = 0; n < 4; n += 1) await request(email, `198.51.100.${n}`)
    await server().emailsTo(email, 4)
    await visitor.post(accountPaths.requestReset, { email })
    expect(await server().emailsTo(email, 5)).toHaveLength(5)
  })
})

// The counters are tested on every database: see request-counters.test.ts.
describeWithServer('guesses from many networks', (server) => {
  const guessFrom = (login: string, network: number) =>
    server()
      .browser()
      .post(accountPaths.signIn, { login, password: 'a guess' }, { address: `198.51.${network}.1` })

  /** Uses up what all unknown devices together may try, five guesses a network; each round from others. */
  async function lockOut(email: string, round = 0) {
    const { id } = await server()
      .db.selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const limits = createAccountLimits(server())
    const guess = (n: number) =>
      limits.byAttempt({ who: id, address: `198.${round}.${n % 20}.1`, device: null })
    await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n)))
    expect((await guessFrom(email, 99)).statusCode).toBe(429)
  }

  const signInFrom = (current: TestServer, login: string, chosen = password) =>
    current.browser().post(accountPaths.signIn, { login, password: chosen }, { address: '203.0.113.1' })

  test('lock out nobody on a device that has logged in before', async () => {
    const { email, visitor } = await signUpAndVerify(server())
    await visitor.post(accountPaths.signIn, { login: email, password })
    await visitor.post(accountPaths.signOut, {})
    await lockOut(email)
    expect((await signInFrom(server(), email)).statusCode).toBe(429)
    expect((await visitor.post(accountPaths.signIn, { login: email, password })).statusCode).toBe(200)
  })

  test('don’t stop their victim from resetting the password, and later logging in with that device', async () => {
    const { email } = await signUpAndVerify(server())
    await lockOut(email)
    const owner = server().browser()
    await owner.post(accountPaths.requestReset, { email }, { address: '203.0.113.1' })
    const [message] = await server().emailsTo(email, 2)
    const token = new URL(message?.links[0] ?? 'about:blank').searchParams.get('token') ?? ''
    expect((await owner.submit(accountPaths.reset, { token, newPassword })).statusCode).toBe(200)
    await lockOut(email, 1)
    const response = await owner.post(accountPaths.signIn, { login: email, password: newPassword })
    expect(response.statusCode).toBe(200)
  })

  test('of one network lock out only that network', async () => {
    const { email } = await signUpAndVerify(server())
    for (let n = 0; n < 5; n += 1) expect((await guessFrom(email, 7)).statusCode).toBe(401)
    expect((await guessFrom(email, 7)).statusCode).toBe(429)
    expect((await signInFrom(server(), email)).statusCode).toBe(200)
  })

  test('on a known device are limited as well, and its cookie is of no use for another account', async () => {
    const { email, visitor } = await signUpAndVerify(server())
    await visitor.post(accountPaths.signIn, { login: email, password })
    const guess = (login: string) => visitor.post(accountPaths.signIn, { login, password: 'a guess' })
    const codes = (await Promise.all(Array.from({ length: 7 }, () => guess(email)))).map((r) => r.statusCode)
    expect(codes.toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429])
    const other = await signUpAndVerify(server())
    await lockOut(other.email)
    expect((await guess(other.email)).statusCode).toBe(429)
  })
})
