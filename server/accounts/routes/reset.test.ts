import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { otherThan, password, sessionsOf, signUp, signUpAndVerify } from '../../testing/sign-up.ts'

const newPassword = 'another long password'

describeOnDatabases('password reset', (server) => {
  test('a mailed code sets a new password and ends every session', async () => {
    const { visitor, email, username } = await signUpAndVerify(server())
    await server().browser().post(accountPaths.signIn, { login: username, password })
    const stranger = server().browser()
    expect((await stranger.post(accountPaths.requestReset, { email })).statusCode).toBe(202)
    const [mail] = await server().emailsTo(email, 2)
    const answer = await stranger.post(accountPaths.reset, { email, code: mail?.code, newPassword })
    expect([answer.statusCode, answer.json()]).toEqual([200, { visitor: null }])

    expect(await sessionsOf(server(), email)).toBe(0)
    expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: null })
    expect((await visitor.post(accountPaths.signIn, { login: email, password })).statusCode).toBe(401)
    expect(
      (await visitor.post(accountPaths.signIn, { login: email, password: newPassword })).statusCode,
    ).toBe(200)
  })

  test('the answer does not tell whether an address has an account', async () => {
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

  test('a reset confirms the address, for a code came by mail', async () => {
    const { email } = await signUp(server())
    const visitor = server().browser()
    await visitor.post(accountPaths.requestReset, { email })
    const [mail] = await server().emailsTo(email, 2)
    await visitor.post(accountPaths.reset, { email, code: mail?.code, newPassword })
    const answer = await visitor.post(accountPaths.signIn, { login: email, password: newPassword })
    expect(answer.json().visitor).toMatchObject({ isVerify: true })
  })

  test('five wrong codes end the right one', async () => {
    const { email } = await signUp(server())
    const visitor = server().browser()
    await visitor.post(accountPaths.requestReset, { email })
    const [mail] = await server().emailsTo(email, 2)
    const body = { email, code: otherThan(mail?.code), newPassword }
    for (let n = 0; n < 5; n++) expect((await visitor.post(accountPaths.reset, body)).statusCode).toBe(422)
    expect((await visitor.post(accountPaths.reset, { ...body, code: mail?.code })).statusCode).toBe(422)
  })

  test('a code of the verification sets no password', async () => {
    const { email } = await signUp(server())
    const [mail] = await server().emailsTo(email)
    const answer = await server().browser().post(accountPaths.reset, { email, code: mail?.code, newPassword })
    expect(answer.json().code).toBe('code-invalid')
  })

  test('who was locked out by somebody else’s guesses gets in by a reset', async () => {
    const { email } = await signUpAndVerify(server())
    const visitor = server().browser()
    const guess = () => visitor.post(accountPaths.signIn, { login: email, password: 'a guess' })
    await Promise.all(Array.from({ length: 6 }, guess))
    expect((await visitor.post(accountPaths.signIn, { login: email, password })).statusCode).toBe(429)
    await visitor.post(accountPaths.requestReset, { email })
    const [mail] = await server().emailsTo(email, 2)
    await visitor.post(accountPaths.reset, { email, code: mail?.code, newPassword })
    expect(
      (await visitor.post(accountPaths.signIn, { login: email, password: newPassword })).statusCode,
    ).toBe(200)
  })
})
