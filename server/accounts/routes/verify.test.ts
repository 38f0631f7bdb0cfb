import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test, vi } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { countSessions, getOtherCode, password, signUp, signUpAndVerify } from '../../testing/sign-up.ts'

describeWithServer('verification', (server) => {
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
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    server().app.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const origin = 'http://127.0.0.1:3000'
  const submitForm = (path: string, token: string, headers: Record<string, string> = {}) =>
    post(path, { token, mine: 'on' }, { origin, ...headers })

  test('the code verifies the address and keeps the session', async () => {
    const { visitor, email } = await signUp(server())
    const cookies = new Map(visitor.cookies)
    const [message] = await server().emailsTo(email)
    const response = await visitor.post(accountPaths.verify, {
      code: ` ${message?.code?.slice(0, 3)} ${message?.code?.slice(3)}`,
    })
    expect([response.statusCode, response.json().visitor]).toEqual([
      200,
      expect.objectContaining({ isVerify: true }),
    ])
    expect(await countSessions(server(), email)).toBe(1)
    expect(visitor.cookies).toEqual(cookies)
  })

  test('forms without a script send a new code and verify the address', async () => {
    const { visitor, email } = await signUp(server())
    const query = '?next=%2Fabout'
    const send = (path: string, fields: Record<string, string>) => visitor.submit(path + query, fields)
    const locationOf = async (path: string, fields: Record<string, string>) =>
      (await send(path, fields)).headers.location
    expect((await send(accountPaths.verify, { code: 'x' })).body).toContain('Enter the six digits')
    const [first] = await server().emailsTo(email)
    const wrong = { code: getOtherCode(first?.code) }
    expect((await send(accountPaths.verify, wrong)).statusCode).toBe(422)
    expect(await locationOf(accountPaths.sendCode, {})).toBe(`/profile/verify${query}#code-sent`)
    const [latest] = await server().emailsTo(email, 2)
    expect(await locationOf(accountPaths.verify, { code: latest?.code ?? '' })).toBe('/about')
    expect((await visitor.get(accountPaths.session)).json().visitor.isVerify).toBe(true)
  })

  test('the link works once in any browser, only after its box is ticked, and creates no session', async () => {
    const { visitor, email, username } = await signUp(server())
    const [message] = await server().emailsTo(email)
    const { path, token, page } = await openLink(message?.links[0])
    expect(page.body).toContain(`<strong>${username}</strong>`)
    expect(page.body).toContain('<button class="button" type="submit">Verify</button>')
    expect((await visitor.get(accountPaths.session)).json().visitor.isVerify).toBe(false)

    const submitted = await submitForm(path, token)
    expect([submitted.statusCode, submitted.headers.location]).toEqual([303, '/-/account/confirm?verified'])
    const landing = await server().browser().get('/-/account/confirm?verified')
    expect([landing.statusCode, landing.body]).toEqual([
      200,
      expect.stringContaining('<h1>Email verified</h1>'),
    ])
    expect(submitted.headers['set-cookie']).toBeUndefined()
    expect((await visitor.get(accountPaths.session)).json().visitor.isVerify).toBe(true)
    expect(await countSessions(server(), email)).toBe(1)

    expect((await submitForm(path, token)).statusCode).toBe(410)
    expect((await openLink(message?.links[0])).page.statusCode).toBe(410)
  })

  test('a scanner that submits the form as it is, or without a browser, verifies nothing', async () => {
    const { visitor, email } = await signUp(server())
    const [message] = await server().emailsTo(email)
    const { path, token } = await openLink(message?.links[0])
    const unticked = await post(path, { token }, { origin })
    expect([unticked.statusCode, unticked.body]).toEqual([
      200,
      expect.stringContaining('type="checkbox" name="mine" required'),
    ])
    expect((await post(path, { token, mine: 'on' }, {})).statusCode).toBe(403)
    expect((await visitor.get(accountPaths.session)).json().visitor.isVerify).toBe(false)
    expect((await submitForm(path, token)).statusCode).toBe(303)
  })

  test('the link leads back to the site in the browser of the visitor who signed up', async () => {
    const { visitor, email } = await signUp(server())
    const [message] = await server().emailsTo(email)
    const { path, token } = await openLink(message?.links[0])
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const submitted = await submitForm(path, token, { cookie })
    expect([submitted.statusCode, submitted.headers.location]).toEqual([303, '/profile/verify'])
  })

  test('another site can’t press the button', async () => {
    const { visitor, email } = await signUp(server())
    const [message] = await server().emailsTo(email)
    const { path, token } = await openLink(message?.links[0])
    expect((await submitForm(path, token, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await visitor.get(accountPaths.session)).json().visitor.isVerify).toBe(false)
  })

  test('a code expires after five wrong attempts, and a new one works', async () => {
    const { visitor, email } = await signUp(server())
    const [message] = await server().emailsTo(email)
    const messages = []
    for (let n = 0; n < 5; n++) {
      const response = await visitor.post(accountPaths.verify, { code: getOtherCode(message?.code) })
      expect(response.json()).toMatchObject({ status: 422, code: 'code-invalid' })
      messages.push(response.json().fields.code)
    }
    expect(messages).toEqual([
      'This code is wrong or has expired. 4 tries left.',
      'This code is wrong or has expired. 3 tries left.',
      'This code is wrong or has expired. 2 tries left.',
      'This code is wrong or has expired. 1 try left.',
      'This code is wrong, and has now been tried too often. Choose “Send a new code”.',
    ])
    expect((await visitor.post(accountPaths.verify, { code: message?.code })).json()).toMatchObject({
      status: 422,
      fields: { code: expect.stringContaining('Choose “Send a new code”.') },
    })

    expect((await visitor.post(accountPaths.sendCode, {})).json()).toEqual({ accepted: true })
    const [newest] = await server().emailsTo(email, 2)
    expect((await visitor.post(accountPaths.verify, { code: newest?.code })).statusCode).toBe(200)
  })

  test('of 12 simultaneous codes, 10 are checked', async () => {
    const { visitor, email } = await signUp(server())
    const [message] = await server().emailsTo(email)
    const code = getOtherCode(message?.code)
    const tries = Array.from({ length: 12 }, () => visitor.post(accountPaths.verify, { code }))
    const codes = (await Promise.all(tries)).map((response) => response.statusCode)
    expect(codes.filter((status) => status === 422)).toHaveLength(10)
    expect(codes.filter((status) => status === 429)).toHaveLength(2)
  })

  test('the code of one visitor does not work for another', async () => {
    const account = await signUp(server())
    const other = await signUp(server())
    const [message] = await server().emailsTo(account.email)
    expect((await other.visitor.post(accountPaths.verify, { code: message?.code })).statusCode).toBe(422)
    expect((await account.visitor.post(accountPaths.verify, { code: message?.code })).statusCode).toBe(200)
  })

  test('a code is valid for 30 minutes, a link for a day', async () => {
    const { visitor, email } = await signUp(server())
    const [message] = await server().emailsTo(email)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 31 * 60_000)
      expect((await visitor.post(accountPaths.verify, { code: message?.code })).json().code).toBe(
        'code-invalid',
      )
      const { path, token, page } = await openLink(message?.links[0])
      expect(page.statusCode).toBe(200)
      vi.setSystemTime(Date.now() + 24 * 3_600_000)
      expect((await submitForm(path, token)).statusCode).toBe(410)
    } finally {
      vi.useRealTimers()
    }
  })

  test('an email contains no text that someone else could choose', async () => {
    const { visitor, email, username } = await signUp(server())
    await visitor.post(accountPaths.update, { name: 'Win now at https://evil.example' })
    await visitor.post(accountPaths.sendCode, {})
    const [message] = await server().emailsTo(email, 2)
    expect(message?.text).toContain(`Hello ${username},`)
    expect(message?.text).not.toContain('evil')
  })

  test('three codes can be requested in ten minutes', async () => {
    const { visitor } = await signUp(server())
    const codes = []
    for (let n = 0; n < 4; n++) codes.push((await visitor.post(accountPaths.sendCode, {})).statusCode)
    expect(codes).toEqual([202, 202, 202, 429])
  })

  test('an address gets no more emails if its account is deleted and created again', async () => {
    const email = 'bombed@example.com'
    const visitor = server().browser()
    const register = async () =>
      (await visitor.post(accountPaths.signUp, { username: 'bomber', email, password })).statusCode
    const statuses: number[] = []
    for (let n = 0; n < 5; n += 1) {
      statuses.push(await register())
      statuses.push((await visitor.post(accountPaths.deleteAccount, { password })).statusCode)
    }
    expect(statuses).toEqual([201, 200, 201, 200, 201, 200, 201, 200, 429, 401])
    expect(await server().emailsTo(email, 4)).toHaveLength(4)
  })

  test('who tries to register a taken address uses up none of its emails', async () => {
    const { visitor, email } = await signUp(server())
    for (let n = 0; n < 5; n += 1) {
      const taken = await server()
        .browser()
        .post(accountPaths.signUp, { username: `other${n}`, email, password })
      expect(taken.statusCode).toBe(409)
    }
    expect((await visitor.post(accountPaths.sendCode, {})).statusCode).toBe(202)
  })

  test('a visitor corrects the address, after which nothing works that was sent to the wrong one', async () => {
    const { visitor, email: wrong, username } = await signUp(server())
    const [old] = await server().emailsTo(wrong)
    expect((await visitor.post(accountPaths.requestReset, { email: wrong })).statusCode).toBe(202)
    const [reset] = await server().emailsTo(wrong, 2)
    const email = `right-${wrong}`
    const sent = await visitor.submit(accountPaths.sendCode, { email })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/profile/verify#code-sent'])
    const session = async () => (await visitor.get(accountPaths.session)).json().visitor
    expect(await session()).toMatchObject({ username, email, isVerify: false })

    expect((await openLink(old?.links[0])).page.statusCode).toBe(410)
    expect((await openLink(reset?.links[0])).page.statusCode).toBe(410)
    expect((await visitor.post(accountPaths.verify, { code: old?.code })).statusCode).toBe(422)
    const [latest] = await server().emailsTo(email)
    expect((await visitor.post(accountPaths.verify, { code: latest?.code })).statusCode).toBe(200)
    expect(await session()).toMatchObject({ email, isVerify: true })
    const other = server().browser()
    expect((await other.post(accountPaths.signIn, { login: email, password })).statusCode).toBe(200)
    expect((await other.post(accountPaths.signIn, { login: wrong, password })).statusCode).toBe(401)
  })

  test('the address can’t become another account’s or an invalid one', async () => {
    const [{ visitor, email }, other] = [await signUp(server()), await signUp(server())]
    const correct = async (to: string) => (await visitor.post(accountPaths.sendCode, { email: to })).json()
    expect(await correct(other.email)).toMatchObject({
      code: 'email-taken',
      fields: { email: expect.any(String) },
    })
    expect(await correct('nowhere')).toMatchObject({
      code: 'invalid-request',
      fields: { email: expect.any(String) },
    })
    expect((await visitor.get(accountPaths.session)).json().visitor.email).toBe(email)
    expect(await correct('')).toEqual({ accepted: true })
  })

  test('a verified visitor needs no code', async () => {
    const { visitor } = await signUpAndVerify(server())
    expect((await visitor.post(accountPaths.sendCode, {})).json()).toMatchObject({
      status: 409,
      code: 'already-verified',
    })
    expect((await visitor.post(accountPaths.verify, { code: '123456' })).statusCode).toBe(200)
  })

  test('verification requires a session', async () => {
    const visitor = server().browser()
    expect((await visitor.post(accountPaths.verify, { code: '123456' })).json().code).toBe('not-signed-in')
    expect((await visitor.post(accountPaths.sendCode, {})).json().code).toBe('not-signed-in')
  })
})
