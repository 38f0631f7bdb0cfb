import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { password, sessionsOf, signUp, signUpAndVerify } from '../../testing/sign-up.ts'

describeOnDatabases('sign-in', (server) => {
  test('a visitor signs in with the username or the address, in any case', async () => {
    const { username, email } = await signUp(server())
    for (const login of [username, username.toUpperCase(), email, email.toUpperCase()]) {
      const visitor = server().browser()
      const answer = await visitor.post(accountPaths.signIn, { login, password })
      expect([answer.statusCode, answer.json().visitor]).toEqual([
        200,
        expect.objectContaining({ username, email }),
      ])
      expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username })
    }
  })

  test('a wrong password and an unknown name get the same answer', async () => {
    const { username, email } = await signUp(server())
    const bodies = [
      { login: username, password: 'not the password' },
      { login: email, password: 'not the password' },
      { login: 'nobody', password },
      { login: 'nobody@example.com', password },
      { login: 'x', password },
      { login: '@', password },
    ]
    const answers = await Promise.all(
      bodies.map((body) => server().browser().post(accountPaths.signIn, body)),
    )
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.json()).toEqual(answers[0]?.json())
    }
    expect(answers[0]?.json()).toMatchObject({ code: 'sign-in-failed' })
  })

  test('sign-out ends the session on the server', async () => {
    const { visitor, email } = await signUp(server())
    const stolen = new Map(visitor.cookies)
    const answer = await visitor.post(accountPaths.signOut, {})
    expect([answer.statusCode, answer.json()]).toEqual([200, { visitor: null }])
    expect(visitor.cookies.size).toBe(0)
    expect(await sessionsOf(server(), email)).toBe(0)
    for (const [name, value] of stolen) visitor.cookies.set(name, value)
    expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: null })
  })

  test('a second sign-in in one browser ends the first session', async () => {
    const { visitor, username, email } = await signUpAndVerify(server())
    await visitor.post(accountPaths.signIn, { login: username, password })
    expect(await sessionsOf(server(), email)).toBe(1)
    expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username })
  })

  test('a cookie that was tampered with is no session', async () => {
    const { visitor } = await signUp(server())
    const [[name, value] = ['', '']] = visitor.cookies
    visitor.cookies.set(
      name,
      value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
    )
    expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: null })
  })
})

describeOnDatabases('sign-in limits', (server) => {
  test('of 12 sign-ins to one account at once, 5 are judged', async () => {
    const { username, email } = await signUp(server())
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        server()
          .browser()
          .post(
            accountPaths.signIn,
            { login: n % 2 ? username : email, password },
            { address: `192.0.2.${n}` },
          ),
      ),
    )
    const codes = answers.map((answer) => answer.statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(5)
    expect(codes.filter((code) => code === 429)).toHaveLength(7)
    const refused = answers.find((answer) => answer.statusCode === 429)
    expect(refused?.json()).toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: expect.any(Number),
    })
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('an unknown name is limited as an account is', async () => {
    const attempt = () => server().browser().post(accountPaths.signIn, { login: 'no.such', password })
    const answers = await Promise.all(Array.from({ length: 12 }, attempt))
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(5)
  })
})
