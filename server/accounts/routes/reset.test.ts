import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { countSessions, getOtherCode, password, signUp, signUpAndVerify } from '../../testing/sign-up.ts'

const newPassword = 'another long password'

describeOnDatabases('password reset', (server) => {
  test('an emailed code sets a new password and ends every session', async () => {
    const { visitor, email, username } = await signUpAndVerify(server())
    await server().browser().post(accountPaths.signIn, { login: username, password })
    const stranger = server().browser()
    expect((await stranger.post(accountPaths.requestReset, { email })).statusCode).toBe(202)
    const [message] = await server().emailsTo(email, 2)
    const response = await stranger.post(accountPaths.reset, { email, code: message?.code, newPassword })
    expect([response.statusCode, response.json()]).toEqual([200, { visitor: null }])
    const [notice] = await server().emailsTo(email, 3)
    expect(notice?.subject).toMatch(/^Your password was changed - /)

    expect(await countSessions(server(), email)).toBe(0)
    expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: null })
    expect((await visitor.post(accountPaths.signIn, { login: email, password })).statusCode).toBe(401)
    expect(
      (await visitor.post(accountPaths.signIn, { login: email, password: newPassword })).statusCode,
    ).toBe(200)
  })

  test('the response does not reveal whether an address has an account', async () => {
    const { email } = await signUp(server())
    const visitor = server().browser()
    const [known, unknown] = await Promise.all([
      visitor.post(accountPaths.requestReset, { email }),
      visitor.post(accountPaths.requestReset, { email: 'nobody@example.com' }),
    ])
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])

    const guess = { code: '123456', newPassword }
    const [wrong, nothing] = await Promise.all([
      visitor.post(accountPaths.reset, { email, ...guess }),
      visitor.post(accountPaths.reset, { email: 'nobody@example.com', ...guess }),
    ])
    expect(wrong.statusCode).toBe(422)
    expect(wrong.body).toBe(nothing.body)
  })

  test('a reset also verifies the address, because the code was sent to it', async () => {
    const { email } = await signUp(server())
    const visitor = server().browser()
    await visitor.post(accountPaths.requestReset, { email })
    const [message] = await server().emailsTo(email, 2)
    await visitor.post(accountPaths.reset, { email, code: message?.code, newPassword })
    const response = await visitor.post(accountPaths.signIn, { login: email, password: newPassword })
    expect(response.json().visitor).toMatchObject({ isVerify: true })
  })

  test('a reset refuses a password that is easy to guess or the current one, and keeps the code', async () => {
    const { email, username } = await signUpAndVerify(server())
    const visitor = server().browser()
    await visitor.post(accountPaths.requestReset, { email })
    const [message] = await server().emailsTo(email, 2)
    const reset = (chosen: string) =>
      visitor.post(accountPaths.reset, { email, code: message?.code, newPassword: chosen })
    for (const weak of ['12345678', `${username}1`, password]) {
      expect((await reset(weak)).json()).toMatchObject({
        status: 400,
        fields: { newPassword: expect.any(String) },
      })
    }
    expect((await reset(newPassword)).statusCode).toBe(200)
  })

  test('a wrong code says how many tries are left, whether or not the address has an account', async () => {
    const { email } = await signUp(server())
    const visitor = server().browser()
    await visitor.post(accountPaths.requestReset, { email })
    const [message] = await server().emailsTo(email, 2)
    const reset = async (to: string, code: string | null | undefined) => {
      const response = await visitor.post(accountPaths.reset, { email: to, code, newPassword })
      return [response.statusCode, response.json().fields?.code]
    }
    const wrong = getOtherCode(message?.code)
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      const expected = [422, `This code is wrong or has expired. ${left} left.`]
      expect(await reset(email, wrong)).toEqual(expected)
      expect(await reset('nobody.here@example.com', wrong)).toEqual(expected)
    }
    for (const to of [email, 'nobody.here@example.com'])
      expect(await reset(to, wrong)).toEqual([422, expect.stringContaining('Choose “Send a new code”.')])
    expect(await reset(email, message?.code)).toEqual([
      422,
      expect.stringContaining('entered wrong too often'),
    ])

    await visitor.post(accountPaths.requestReset, { email })
    const [newest] = await server().emailsTo(email, 3)
    expect(await reset(email, newest?.code)).toEqual([200, undefined])
  })

  test('a verification code can’t reset a password', async () => {
    const { email } = await signUp(server())
    const [message] = await server().emailsTo(email)
    const response = await server()
      .browser()
      .post(accountPaths.reset, { email, code: message?.code, newPassword })
    expect(response.json().code).toBe('code-invalid')
  })

  test('a visitor locked out by somebody else’s guesses can get in with a reset', async () => {
    const { email } = await signUpAndVerify(server())
    const visitor = server().browser()
    const guess = () => visitor.post(accountPaths.signIn, { login: email, password: 'a guess' })
    await Promise.all(Array.from({ length: 6 }, guess))
    expect((await visitor.post(accountPaths.signIn, { login: email, password })).statusCode).toBe(429)
    await visitor.post(accountPaths.requestReset, { email })
    const [message] = await server().emailsTo(email, 2)
    await visitor.post(accountPaths.reset, { email, code: message?.code, newPassword })
    expect(
      (await visitor.post(accountPaths.signIn, { login: email, password: newPassword })).statusCode,
    ).toBe(200)
  })
})
