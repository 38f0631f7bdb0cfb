import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { password, signUp } from '../../testing/sign-up.ts'

describeOnDatabases('sign-up', (server) => {
  test('a new visitor gets a session, and an email with a code and a link', async () => {
    const visitor = server().browser()
    const body = { username: 'Ada', email: ' Ada@Example.com', password }
    const response = await visitor.post(accountPaths.signUp, body)
    const email = 'ada@example.com'
    const ada = { username: 'Ada', done: true, isVerify: false, github: false, gmail: false, email }
    expect([response.statusCode, response.json()]).toEqual([201, { visitor: ada }])
    expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: ada })
    const [message] = await server().emailsTo(email)
    expect(message?.code).toMatch(/^\d{6}$/)
    expect(message?.links).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/-\/account\/confirm\?token=[\w-]{43}$/),
    ])
  })

  test('the session cookie is HttpOnly and SameSite', async () => {
    const account = { username: 'cookies', email: 'cookies@example.com', password }
    const response = await server().browser().post(accountPaths.signUp, account)
    expect([response.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(
        /^portico\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('a form without a script signs up, or returns with the errors', async () => {
    const visitor = server().browser()
    const url = `${accountPaths.signUp}?next=%2Fabout`
    const ada = { username: 'form', email: 'form@example.com', password }
    const invalid = [
      [{ ...ada, username: 'a b' }, 'Use letters, digits, _ and . only.'],
      [{ ...ada, email: 'nowhere' }, 'Enter an email address such as ada@example.com.'],
      [{ ...ada, password: 'password' }, 'easy to guess'],
    ] as const
    for (const [fields, message] of invalid) {
      const { statusCode, body } = await visitor.submit(url, fields)
      expect([statusCode, body]).toEqual([400, expect.stringContaining(message)])
      expect(body).toContain('href="/auth/register?next=%2Fabout">Back to the form</a>')
    }
    const { statusCode, headers } = await visitor.submit(url, ada)
    expect([statusCode, headers.location]).toEqual([303, '/profile/verify?next=%2Fabout'])
    expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username: 'form' })
    const taken = await server().browser().submit(accountPaths.signUp, ada)
    expect([taken.statusCode, taken.body]).toEqual([
      409,
      expect.stringContaining('There is already an account with this address.'),
    ])
  })

  test('an invalid field is reported by name', async () => {
    const body = { username: 'a b', email: 'nowhere', password: 'short' }
    const response = await server().browser().post(accountPaths.signUp, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'invalid-request',
      fields: {
        username: 'Use letters, digits, _ and . only.',
        email: 'Enter an email address such as ada@example.com.',
        password: 'Use at least 8 characters.',
      },
    })
  })

  test('an address of unusual characters can sign up, verify, log in and reset its password', async () => {
    const email = "o'brien!#$%&*/=?^`{|}~@example.com"
    const visitor = server().browser()
    const send = async (path: string, body: object) => (await visitor.post(path, body)).statusCode
    expect(await send(accountPaths.signUp, { username: 'obrien', email, password })).toBe(201)
    const [message] = await server().emailsTo(email)
    expect(await send(accountPaths.verify, { code: message?.code })).toBe(200)
    expect(await send(accountPaths.signIn, { login: email, password })).toBe(200)
    expect(await send(accountPaths.requestReset, { email })).toBe(202)
    expect((await server().emailsTo(email, 2))[0]?.subject).toContain('password')
  })

  test('a username that differs only in case, dots and underscores is taken', async () => {
    await server()
      .browser()
      .post(accountPaths.signUp, { username: 'MAIL.T2', email: 'mail.t2@example.com', password })
    for (const username of ['MAIL.T2', 'Mail_t2', 'mailt2', '_m.a.i.l_T2.']) {
      const body = { username, email: 'somebody.else@example.com', password }
      const response = await server().browser().post(accountPaths.signUp, body)
      expect(response.json()).toMatchObject({
        status: 409,
        code: 'username-taken',
        fields: { username: expect.any(String) },
      })
    }
  })

  test('accounts that have had one name in two spellings keep working', async () => {
    const [one, two, three] = [await signUp(server()), await signUp(server()), await signUp(server())]
    for (const [{ email }, username] of [
      [one, 'a.da'],
      [two, 'ad_a'],
    ] as const)
      await server()
        .db.updateTable('user')
        .set({ username, displayUsername: username })
        .where('email', '=', email)
        .execute()
    for (const [{ visitor }, username] of [
      [one, 'a.da'],
      [two, 'ad_a'],
    ] as const) {
      expect(
        (await visitor.post(accountPaths.signIn, { login: username, password })).json().visitor.username,
      ).toBe(username)
      const renamed = await visitor.post(accountPaths.update, {
        name: 'Ada',
        username: username.toUpperCase(),
      })
      expect(renamed.json().visitor?.username).toBe(username.toUpperCase())
    }
    expect((await three.visitor.post(accountPaths.update, { username: 'ada' })).json().code).toBe(
      'username-taken',
    )
    expect((await three.visitor.post(accountPaths.update, { username: 'vis.itor_3x' })).statusCode).toBe(200)
    expect((await three.visitor.post(accountPaths.update, { username: 'visitor3x' })).statusCode).toBe(200)
  })

  test('an address with an account is taken', async () => {
    const { email } = await signUp(server())
    const response = await server()
      .browser()
      .post(accountPaths.signUp, { username: 'another', email, password })
    expect(response.json()).toMatchObject({
      status: 409,
      code: 'email-taken',
      fields: { email: expect.any(String) },
    })
  })

  test.each(['password', '12345678', ' '.repeat(8), 'newcomer', 'newcomer@example.com'])(
    'the password %j is too easy to guess',
    async (weak) => {
      const account = { username: 'newcomer', email: 'newcomer@example.com', password: weak }
      const response = await server().browser().post(accountPaths.signUp, account)
      expect(response.json()).toMatchObject({
        status: 400,
        code: 'invalid-request',
        fields: { password: expect.stringContaining('Choose another one.') },
      })
    },
  )

  test.each(['admin', 'Root', 'sup.port', 'null', '...'])(
    'nobody can choose the username %j',
    async (username) => {
      const account = { username, email: 'newcomer@example.com', password }
      const response = await server().browser().post(accountPaths.signUp, account)
      expect(response.json()).toMatchObject({ status: 400, fields: { username: expect.any(String) } })
    },
  )

  test('an internationalised address is one account in every spelling, and is shown in its own letters', async () => {
    const visitor = server().browser()
    const account = { username: 'umlaut', email: 'Jo@Exämple.com', password }
    const response = await visitor.post(accountPaths.signUp, account)
    expect([response.statusCode, response.json().visitor?.email]).toEqual([201, 'jo@exämple.com'])
    const [message] = await server().emailsTo('jo@xn--exmple-cua.com')
    expect((await visitor.post(accountPaths.verify, { code: message?.code })).statusCode).toBe(200)

    const ascii = { username: 'other', email: 'jo@xn--exmple-cua.com', password }
    expect((await server().browser().post(accountPaths.signUp, ascii)).json().code).toBe('email-taken')
    for (const login of ['jo@exämple.com', 'JO@EXÄMPLE.COM', 'jo@xn--exmple-cua.com']) {
      expect((await server().browser().post(accountPaths.signIn, { login, password })).statusCode).toBe(200)
    }
  })

  test('of several simultaneous sign-ups with one username, one succeeds', async () => {
    const responses = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        server()
          .browser()
          .post(accountPaths.signUp, { username: 'racer', email: `racer${n}@example.com`, password }),
      ),
    )
    expect(responses.map((response) => response.statusCode).sort()).toEqual([201, 409, 409, 409])
  })

  test('of several simultaneous sign-ups with one address, one succeeds', async () => {
    const responses = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        server()
          .browser()
          .post(accountPaths.signUp, { username: `same${n}`, email: 'same@example.com', password }),
      ),
    )
    expect(responses.map((response) => response.statusCode).sort()).toEqual([201, 409, 409, 409])
  })

  test('an account that the database refuses is an error of the site, not of the visitor', async () => {
    const { db, kind } = server()
    await (kind === 'sqlite'
      ? sql`create trigger refuse before insert on "user" when new.username = 'refused' begin select raise(abort, 'refused'); end`
      : sql`alter table "user" add constraint refuse check (username <> 'refused')`
    ).execute(db)
    const account = { username: 'refused', email: 'refused@example.com', password }
    const response = await server().browser().post(accountPaths.signUp, account)
    expect([response.statusCode, response.json().code]).toEqual([500, 'internal-error'])
  })

  test('signing up again ends the previous session', async () => {
    const { visitor } = await signUp(server())
    const before = await server().db.selectFrom('session').select('id').execute()
    await visitor.post(accountPaths.signUp, { username: 'second', email: 'second@example.com', password })
    const after = await server().db.selectFrom('session').select('id').execute()
    expect(after.length).toBe(before.length)
    expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username: 'second' })
  })
})
