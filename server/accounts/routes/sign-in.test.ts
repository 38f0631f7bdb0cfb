import { setImmediate } from 'node:timers/promises'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test } from 'vitest'
import { describeOnDatabases, describeWithServer } from '../../testing/describe-databases.ts'
import { fastPasswords } from '../../testing/fast-passwords.ts'
import { countSessions, password, signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { startTestServer } from '../../testing/test-server.ts'

describeOnDatabases('sign-in', (server) => {
  test('visitors can sign in with their username or email address, in any case', async () => {
    const { username, email } = await signUp(server())
    for (const login of [username, username.toUpperCase(), email, email.toUpperCase()]) {
      const visitor = server().browser()
      const response = await visitor.post(accountPaths.signIn, { login, password })
      expect([response.statusCode, response.json().visitor]).toEqual([
        200,
        expect.objectContaining({ username, email }),
      ])
      expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username })
    }
  })

  test('a wrong password and an unknown username get the same response', async () => {
    const { username, email } = await signUp(server())
    const bodies = [
      { login: username, password: 'not the password' },
      { login: email, password: 'not the password' },
      { login: 'nobody', password },
      { login: 'nobody@example.com', password },
      { login: 'x', password },
      { login: '@', password },
    ]
    const responses = await Promise.all(
      bodies.map((body) => server().browser().post(accountPaths.signIn, body)),
    )
    for (const response of responses) {
      expect(response.statusCode).toBe(401)
      expect(response.headers['set-cookie']).toBeUndefined()
      expect(response.json()).toEqual(responses[0]?.json())
    }
    expect(responses[0]?.json()).toMatchObject({ code: 'sign-in-failed' })
  })

  test('a form without a script signs in and leads to the wanted page, with the same rules as a script', async () => {
    const { username, email } = await signUp(server())
    const url = `${accountPaths.signIn}?next=%2Fabout%3Fa%3Db`
    const visitor = server().browser()
    const failed = await visitor.submit(url, { login: username, password: 'not the password' })
    expect([failed.statusCode, failed.headers.location]).toEqual([401, undefined])
    expect(failed.body).toContain('<p role="alert">Wrong username, email or password. Check them and try')
    expect(failed.body).toContain('href="/auth/login?next=%2Fabout%3Fa%3Db">Back to the form</a>')
    const empty = await visitor.submit(accountPaths.signIn, { login: '', password })
    expect([empty.statusCode, empty.body]).toEqual([400, expect.stringContaining('href="/auth/login">Back')])
    expect(visitor.cookies.size).toBe(0)

    const unverified = await visitor.submit(url, { login: username, password })
    expect([unverified.statusCode, unverified.headers.location]).toEqual([
      303,
      '/profile/verify?next=%2Fabout%3Fa%3Db',
    ])
    expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username })
    const [message] = await server().emailsTo(email)
    await visitor.post(accountPaths.verify, { code: message?.code })
    for (const [next, target] of [
      ['/about?a=b', '/about?a=b'],
      ['//evil.example/', '/'],
      ['https://evil.example/', '/'],
      ['/\\evil.example', '/'],
    ] as const) {
      const response = await visitor.submit(`${accountPaths.signIn}?${new URLSearchParams({ next })}`, {
        login: username,
        password,
      })
      expect([response.statusCode, response.headers.location]).toEqual([303, target])
    }
  })

  test('a form of another site, or of no browser, signs nobody in', async () => {
    const { username } = await signUp(server())
    for (const origin of ['https://evil.example', 'null', null]) {
      const response = await server()
        .browser()
        .submit(accountPaths.signIn, { login: username, password }, { origin })
      expect([response.statusCode, response.headers['set-cookie']]).toEqual([403, undefined])
      expect(response.json()).toMatchObject({ code: 'origin-not-allowed' })
    }
  })

  test('signing out ends the session on the server', async () => {
    const { visitor, email } = await signUp(server())
    const stolen = new Map(visitor.cookies)
    const response = await visitor.post(accountPaths.signOut, {})
    expect([response.statusCode, response.json()]).toEqual([200, { visitor: null }])
    expect([...visitor.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
    expect(await countSessions(server(), email)).toBe(0)
    for (const [name, value] of stolen) visitor.cookies.set(name, value)
    expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: null })
  })

  test('a form without a script signs out', async () => {
    const { visitor, email } = await signUp(server())
    const { statusCode, headers } = await visitor.submit(accountPaths.signOut, {})
    expect([statusCode, headers.location]).toEqual([303, '/auth/login'])
    expect(await countSessions(server(), email)).toBe(0)
  })

  test('signing in again in the same browser ends the first session', async () => {
    const { visitor, username, email } = await signUpAndVerify(server())
    await visitor.post(accountPaths.signIn, { login: username, password })
    expect(await countSessions(server(), email)).toBe(1)
    expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username })
  })

  test('a session cookie that was tampered with is ignored', async () => {
    const { visitor } = await signUp(server())
    const [[name, value] = ['', '']] = visitor.cookies
    visitor.cookies.set(
      name,
      value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
    )
    expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: null })
  })
})

describeWithServer('sign-in limits', (server) => {
  test('of 12 simultaneous attempts to guess a password, 5 are checked', async () => {
    const { username, email } = await signUp(server())
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        server()
          .browser()
          .post(
            accountPaths.signIn,
            { login: n % 2 ? username : email, password: `not ${password}` },
            { address: '192.0.2.1' },
          ),
      ),
    )
    const codes = responses.map((response) => response.statusCode)
    expect(codes.filter((code) => code === 401)).toHaveLength(5)
    expect(codes.filter((code) => code === 429)).toHaveLength(7)
    const rejected = responses.find((response) => response.statusCode === 429)
    expect(rejected?.json()).toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: expect.any(Number),
    })
    expect(Number(rejected?.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('an unknown username is limited like an account', async () => {
    const attempt = () => server().browser().post(accountPaths.signIn, { login: 'no.such', password })
    const responses = await Promise.all(Array.from({ length: 12 }, attempt))
    expect(responses.filter((response) => response.statusCode === 401)).toHaveLength(5)
  })
})

test('while too many passwords wait, a sign-in is rejected before its attempt is counted', async () => {
  const going = Promise.withResolvers<void>()
  const hash = async (given: string) => {
    await going.promise
    return fastPasswords.hash(given)
  }
  const database = await createTestDatabase()
  const server = await startTestServer(database, {}, { passwordAlgorithm: { ...fastPasswords, hash } })
  const signIn = (login: string) => server.browser().post(accountPaths.signIn, { login, password })
  const countAttempts = () => server.db.selectFrom('call_limit').select('key').execute()
  try {
    let isFull = false
    const waiting: Promise<void>[] = []
    while (!isFull) {
      const sent = signIn(`nobody${waiting.length}`).then(({ statusCode }) => {
        isFull ||= statusCode === 503
      })
      waiting.push(sent)
      await setImmediate()
    }
    const before = await countAttempts()
    const rejected = await signIn('late')
    expect([rejected.statusCode, rejected.json().code]).toEqual([503, 'server-busy'])
    expect(await countAttempts()).toEqual(before)
    going.resolve()
    await Promise.all(waiting)
    expect((await signIn('late')).json().code).toBe('sign-in-failed')
  } finally {
    going.resolve()
    await server.stop()
    await database.remove()
  }
})
