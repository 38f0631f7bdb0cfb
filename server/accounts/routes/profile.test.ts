import { ProfileResponseSchema } from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { countSessions, password, signUp, signUpAndVerify } from '../../testing/sign-up.ts'

describeOnDatabases('profile', (server) => {
  test('visitors can read their profile', async () => {
    const { visitor, username } = await signUpAndVerify(server())
    const response = v.parse(ProfileResponseSchema, (await visitor.get(accountPaths.profile)).json())
    expect(response).toMatchObject({
      visitor: { username, isVerify: true },
      profile: { name: username, hasPassword: true },
    })
    expect(Date.now() - Date.parse(response.profile.createdAt)).toBeLessThan(60_000)
  })

  test('visitors can change their name and username, and sign in with the new one', async () => {
    const { visitor } = await signUpAndVerify(server())
    const response = await visitor.post(accountPaths.update, { name: 'Ada Lovelace', username: 'Countess' })
    expect(response.json()).toMatchObject({
      visitor: { username: 'Countess' },
      profile: { name: 'Ada Lovelace' },
    })
    const signedIn = await server().browser().post(accountPaths.signIn, { login: 'countess', password })
    expect(signedIn.statusCode).toBe(200)
    expect((await visitor.post(accountPaths.update, { username: 'COUNTESS' })).json().visitor.username).toBe(
      'COUNTESS',
    )
    expect((await visitor.post(accountPaths.update, {})).json().profile.name).toBe('Ada Lovelace')
  })

  test('a reserved username can be kept, but not chosen', async () => {
    const { visitor, username } = await signUp(server())
    await server()
      .db.updateTable('user')
      .set({ username: 'admin', displayUsername: 'Admin' })
      .where('username', '=', username.toLowerCase())
      .execute()
    const kept = await visitor.post(accountPaths.update, { name: 'Ada', username: 'Admin' })
    expect(kept.json()).toMatchObject({ visitor: { username: 'Admin' }, profile: { name: 'Ada' } })
    const chosen = await visitor.post(accountPaths.update, { username: 'root' })
    expect(chosen.json()).toMatchObject({ status: 400, fields: { username: expect.any(String) } })
  })

  test('a username that someone else uses is taken', async () => {
    const other = await signUp(server())
    const { visitor } = await signUp(server())
    const response = await visitor.post(accountPaths.update, { username: other.username.toUpperCase() })
    expect(response.json()).toMatchObject({
      status: 409,
      code: 'username-taken',
      fields: { username: expect.any(String) },
    })
  })

  test('a username that several visitors choose at the same time goes to one of them', async () => {
    const visitors = await Promise.all([1, 2, 3].map(() => signUp(server())))
    const responses = await Promise.all(
      visitors.map(({ visitor }) => visitor.post(accountPaths.update, { username: 'wanted' })),
    )
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 409, 409])
  })

  test('fields that visitors may not change are ignored', async () => {
    const { visitor, email } = await signUp(server())
    await visitor.post(accountPaths.update, {
      email: 'new@example.com',
      emailVerified: true,
      mailConfirmed: true,
      name: 'N',
    })
    expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ email, isVerify: false })
  })

  test('a new password ends all other sessions', async () => {
    const { visitor, username, email } = await signUpAndVerify(server())
    const other = server().browser()
    await other.post(accountPaths.signIn, { login: username, password })
    const body = { currentPassword: password, newPassword: 'another long password' }
    const response = await visitor.post(accountPaths.changePassword, body)
    expect([response.statusCode, response.json().visitor]).toEqual([
      200,
      expect.objectContaining({ username }),
    ])
    expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username })
    expect((await other.get(accountPaths.session)).json()).toEqual({ visitor: null })
    expect(await countSessions(server(), email)).toBe(1)
    expect((await other.post(accountPaths.signIn, { login: username, password })).statusCode).toBe(401)
    const [message] = await server().emailsTo(email, 2)
    expect(message?.subject).toMatch(/^Your password was changed - /)
    expect(message?.text).toContain(`The password of your account "${username}" was changed on `)
    expect(message?.links).toEqual(['http://127.0.0.1:3000/auth/login?forgot'])
  })

  test('nobody is emailed about an account whose address was never verified', async () => {
    const { visitor, email } = await signUp(server())
    const newPassword = 'another long password'
    await visitor.post(accountPaths.changePassword, { currentPassword: password, newPassword })
    await visitor.post(accountPaths.deleteAccount, { password: newPassword })
    const { email: later, visitor: verified } = await signUpAndVerify(server())
    await verified.post(accountPaths.deleteAccount, { password })
    await server().emailsTo(later, 2) // emails leave in order
    expect(await server().emailsTo(email)).toHaveLength(1)
  })

  test('a new password must differ from the current one and be hard to guess', async () => {
    const { visitor, username } = await signUp(server())
    const change = (newPassword: string) =>
      visitor.post(accountPaths.changePassword, { currentPassword: password, newPassword })
    for (const weak of [password, '12345678', `${username}1`]) {
      const response = await change(weak)
      expect(response.json()).toMatchObject({ status: 400, fields: { newPassword: expect.any(String) } })
    }
    expect((await change('another long password')).statusCode).toBe(200)
  })

  test('a wrong current password is rejected and limited to five attempts a minute', async () => {
    const { visitor } = await signUp(server())
    const body = { currentPassword: 'not the password', newPassword: 'another long password' }
    const responses = await Promise.all(
      Array.from({ length: 7 }, () => visitor.post(accountPaths.changePassword, body)),
    )
    expect(responses.map((response) => response.statusCode).sort()).toEqual([
      403, 403, 403, 403, 403, 429, 429,
    ])
    const wrong = responses.find((response) => response.statusCode === 403)
    expect(wrong?.json()).toMatchObject({
      code: 'password-incorrect',
      fields: { currentPassword: expect.any(String) },
    })
  })

  test('deleting an account requires its password and leaves nothing behind', async () => {
    const { visitor, email, username } = await signUpAndVerify(server())
    expect((await visitor.post(accountPaths.deleteAccount, {})).statusCode).toBe(400)
    const wrong = await visitor.post(accountPaths.deleteAccount, { password: 'not the password' })
    expect(wrong.json()).toMatchObject({
      status: 403,
      code: 'password-incorrect',
      fields: { password: expect.any(String) },
    })
    const response = await visitor.post(accountPaths.deleteAccount, { password })
    expect([response.statusCode, response.json()]).toEqual([200, { visitor: null }])
    expect(visitor.cookies.size).toBe(0)
    const [message] = await server().emailsTo(email, 2)
    expect(message?.subject).toMatch(/^Your account was deleted - /)
    expect(message?.text).toContain(`Your account "${username}" was deleted`)
    expect(await server().db.selectFrom('user').select('id').where('email', '=', email).execute()).toEqual([])
    const accounts = await server().db.selectFrom('account').select('userId').execute()
    const users = await server().db.selectFrom('user').select('id').execute()
    expect(new Set(accounts.map(({ userId }) => userId))).toEqual(new Set(users.map(({ id }) => id)))
    expect(
      (await server().browser().post(accountPaths.signUp, { username, email, password })).statusCode,
    ).toBe(201)
  })

  test('a visitor without a session has no profile', async () => {
    const visitor = server().browser()
    const responses = await Promise.all([
      visitor.get(accountPaths.profile),
      visitor.post(accountPaths.update, { name: 'N' }),
      visitor.post(accountPaths.changePassword, { currentPassword: password, newPassword: password }),
      visitor.post(accountPaths.deleteAccount, { password }),
    ])
    for (const response of responses)
      expect(response.json()).toMatchObject({ status: 401, code: 'not-signed-in' })
  })
})
