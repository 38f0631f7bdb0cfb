import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { expect, test, vi } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { otherThan, sessionsOf, signUp, signUpAndVerify } from '../../testing/sign-up.ts'

describeOnDatabases('verification', (server) => {
  async function openLink(url: string | undefined) {
    const { pathname, search, searchParams } = new URL(url ?? 'none:')
    return {
      path: pathname,
      token: searchParams.get('token') ?? '',
      page: await server()
        .browser()
        .get(pathname + search),
    }
  }
  const pressConfirm = (path: string, token: string, origin = 'http://127.0.0.1:3000') =>
    server().app.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams({ token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    })

  test('the code verifies the visitor and keeps the one session', async () => {
    const { visitor, email } = await signUp(server())
    const cookies = new Map(visitor.cookies)
    const [mail] = await server().emailsTo(email)
    const answer = await visitor.post(accountPaths.verify, {
      code: ` ${mail?.code?.slice(0, 3)} ${mail?.code?.slice(3)}`,
    })
    expect([answer.statusCode, answer.json().visitor]).toEqual([
      200,
      expect.objectContaining({ isVerify: true }),
    ])
    expect(await sessionsOf(server(), email)).toBe(1)
    expect(visitor.cookies).toEqual(cookies)
  })

  test('the link verifies in any browser, by its button only, once, and makes no session', async () => {
    const { visitor, email, username } = await signUp(server())
    const [mail] = await server().emailsTo(email)
    const { path, token, page } = await openLink(mail?.links[0])
    expect(page.body).toContain(`<strong>${username}</strong>`)
    expect(page.body).toContain('<button type="submit">Confirm</button>')
    expect((await visitor.get(accountPaths.session)).json().visitor.isVerify).toBe(false)

    const pressed = await pressConfirm(path, token)
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/profile/verify'])
    expect(pressed.headers['set-cookie']).toBeUndefined()
    expect((await visitor.get(accountPaths.session)).json().visitor.isVerify).toBe(true)
    expect(await sessionsOf(server(), email)).toBe(1)

    expect((await pressConfirm(path, token)).statusCode).toBe(410)
    expect((await openLink(mail?.links[0])).page.statusCode).toBe(410)
  })

  test('a button on another site does not press ours', async () => {
    const { visitor, email } = await signUp(server())
    const [mail] = await server().emailsTo(email)
    const { path, token } = await openLink(mail?.links[0])
    expect((await pressConfirm(path, token, 'https://evil.example')).statusCode).toBe(403)
    expect((await visitor.get(accountPaths.session)).json().visitor.isVerify).toBe(false)
  })

  test('five wrong codes end the right one, and a new one works', async () => {
    const { visitor, email } = await signUp(server())
    const [mail] = await server().emailsTo(email)
    for (let n = 0; n < 5; n++) {
      const answer = await visitor.post(accountPaths.verify, { code: otherThan(mail?.code) })
      expect(answer.json()).toMatchObject({
        status: 422,
        code: 'code-invalid',
        fields: { code: expect.any(String) },
      })
    }
    expect((await visitor.post(accountPaths.verify, { code: mail?.code })).statusCode).toBe(422)

    expect((await visitor.post(accountPaths.sendCode, {})).json()).toEqual({ accepted: true })
    const [newest] = await server().emailsTo(email, 2)
    expect((await visitor.post(accountPaths.verify, { code: newest?.code })).statusCode).toBe(200)
  })

  test('of 12 tries at once, 10 are judged', async () => {
    const { visitor, email } = await signUp(server())
    const [mail] = await server().emailsTo(email)
    const code = otherThan(mail?.code)
    const tries = Array.from({ length: 12 }, () => visitor.post(accountPaths.verify, { code }))
    const codes = (await Promise.all(tries)).map((answer) => answer.statusCode)
    expect(codes.filter((status) => status === 422)).toHaveLength(10)
    expect(codes.filter((status) => status === 429)).toHaveLength(2)
  })

  test('a code of one visitor is worth nothing for another', async () => {
    const one = await signUp(server())
    const other = await signUp(server())
    const [mail] = await server().emailsTo(one.email)
    expect((await other.visitor.post(accountPaths.verify, { code: mail?.code })).statusCode).toBe(422)
    expect((await one.visitor.post(accountPaths.verify, { code: mail?.code })).statusCode).toBe(200)
  })

  test('a code is valid for 30 minutes, a link for a day', async () => {
    const { visitor, email } = await signUp(server())
    const [mail] = await server().emailsTo(email)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 31 * 60_000)
      expect((await visitor.post(accountPaths.verify, { code: mail?.code })).json().code).toBe('code-invalid')
      const { path, token, page } = await openLink(mail?.links[0])
      expect(page.statusCode).toBe(200)
      vi.setSystemTime(Date.now() + 24 * 3_600_000)
      expect((await pressConfirm(path, token)).statusCode).toBe(410)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a mail says nothing that its receiver could be made to read', async () => {
    const { visitor, email, username } = await signUp(server())
    await visitor.post(accountPaths.update, { name: 'Win now at https://evil.example' })
    await visitor.post(accountPaths.sendCode, {})
    const [mail] = await server().emailsTo(email, 2)
    expect(mail?.text).toContain(`Hello ${username},`)
    expect(mail?.text).not.toContain('evil')
  })

  test('three codes in ten minutes are enough', async () => {
    const { visitor } = await signUp(server())
    const codes = []
    for (let n = 0; n < 4; n++) codes.push((await visitor.post(accountPaths.sendCode, {})).statusCode)
    expect(codes).toEqual([202, 202, 202, 429])
  })

  test('a confirmed visitor needs no code', async () => {
    const { visitor } = await signUpAndVerify(server())
    expect((await visitor.post(accountPaths.sendCode, {})).json()).toMatchObject({
      status: 409,
      code: 'already-verified',
    })
    expect((await visitor.post(accountPaths.verify, { code: '123456' })).statusCode).toBe(200)
  })

  test('without a session there is nothing to verify', async () => {
    const visitor = server().browser()
    expect((await visitor.post(accountPaths.verify, { code: '123456' })).json().code).toBe('not-signed-in')
    expect((await visitor.post(accountPaths.sendCode, {})).json().code).toBe('not-signed-in')
  })
})
