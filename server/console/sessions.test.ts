import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test } from 'vitest'
import { makeChange } from '../releases/changes/make-change.ts'
import { deleteExpiredRecords } from '../releases/retention/delete-expired-records.ts'
import { startSession } from '../releases/tokens/console-sessions.ts'
import { createToken, revokeToken } from '../releases/tokens/token-repository.ts'
import { createApiClient, readAdminToken } from '../testing/api-client.ts'
import { createConsoleClient, getConsole } from '../testing/console-client.ts'
import { describeOnDatabases } from '../testing/describe-databases.ts'
import { password, signUp } from '../testing/sign-up.ts'

describeOnDatabases('a session of the console', (server) => {
  const admin = () => createApiClient(server(), readAdminToken(server()))
  let tokens = 0
  const create = (...scopes: string[]) => {
    tokens += 1
    return createToken(server().db, { name: `Ada ${tokens}`, scopes, days: 1 })
  }
  const code = async (response: Promise<{ json(): { code?: string } }>) => (await response).json().code
  const readEvents = async (by: string): Promise<{ what: string }[]> =>
    (await admin().get('/-/events')).json().events.filter((event: { by: string }) => event.by === by)
  const grant = (username: string, ...scopes: string[]) =>
    server().app.inject({
      method: 'PUT',
      url: `/-/grants/${username}`,
      payload: { scopes },
      headers: { authorization: `Bearer ${readAdminToken(server())}` },
    })

  test('has the name and the scopes of its token, and is in the audit log', async () => {
    const { secret, name } = await create('read:one')
    const client = createConsoleClient(server())
    expect((await client.signIn({ token: 'portico_0' })).json().code).toBe('token-invalid')
    const signedIn = await client.signIn({ token: ` ${secret}\n` })
    expect(signedIn.json()).toMatchObject({ name, scopes: ['read:one'] })
    expect((await client.send('GET', '/session')).json()).toEqual(signedIn.json())
    expect((await client.send('GET', '/-/remotes')).json()).toEqual({ remotes: [] })
    expect(await code(client.send('GET', '/-/tokens'))).toBe('insufficient-scope')
    const body = { name: 'mine', scopes: ['admin'] }
    expect(await code(client.send('POST', '/-/tokens', { body }))).toBe('insufficient-scope')
    expect(await code(client.send('PUT', '/-/grants/ada', { body: { scopes: ['admin'] } }))).toBe(
      'insufficient-scope',
    )
    expect((await client.send('DELETE', '/session')).statusCode).toBe(204)
    expect(client.cookie()).toBe('')
    expect(await code(client.send('GET', '/session'))).toBe('not-signed-in')
    expect((await readEvents(name)).map(({ what }) => what)).toEqual(['console.sign-in', 'console.sign-out'])
  })

  test('is a new one after every sign-in, and ends the one before', async () => {
    const { secret } = await create('read')
    const client = createConsoleClient(server())
    client.setCookie('portico_console=portico_console_chosen-by-somebody-else')
    await client.signIn({ token: secret })
    const first = client.cookie()
    expect(first).not.toContain('somebody')
    await client.signIn({ token: secret })
    expect(client.cookie()).not.toBe(first)
    client.setCookie(first)
    expect(await code(client.send('GET', '/-/tokens/current'))).toBe('token-invalid')
    expect(await code(client.send('GET', '/session'))).toBe('not-signed-in')
  })

  test('can’t be used to sign in again', async () => {
    const token = await startSession(server().db, (await create('read')).id)
    expect((await createConsoleClient(server()).signIn({ token })).json().code).toBe('token-invalid')
  })

  test('ends when its token is revoked, even for a change that waits for its turn', async () => {
    const token = await create('admin')
    const client = createConsoleClient(server())
    await client.signIn({ token: token.secret })
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
    const { promise: mayRevoke, resolve: revoke } = Promise.withResolvers<void>()
    const revoking = makeChange(server(), 'site', async ({ trx }) => {
      lock()
      await mayRevoke
      await revokeToken(trx, token.id)
    })
    await isLocked
    const body = { name: 'late', scopes: ['read'] }
    const late = code(client.send('POST', '/-/tokens', { body }))
    revoke()
    await revoking
    expect(await late).toBe('token-invalid')
    expect(await code(client.send('GET', '/session'))).toBe('not-signed-in')
  })

  test('lasts eight hours at most', async () => {
    const client = createConsoleClient(server())
    await client.signIn({ token: (await create('read')).secret })
    const { db } = server()
    const [, secret = ''] = client.cookie().split('=')
    const { expiresAt } = (await client.send('GET', '/session')).json()
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(8 * 3_600_000)
    await db
      .updateTable('console_session')
      .set({ expires_at: Date.now() - 1 })
      .execute()
    expect(await code(client.send('GET', '/session'))).toBe('not-signed-in')
    expect(await code(createApiClient(server(), secret).get('/-/tokens/current'))).toBe('token-invalid')
    await deleteExpiredRecords(db)
    expect(await db.selectFrom('console_session').selectAll().execute()).toEqual([])
  })

  test('starts once with the code of a local site', async () => {
    const { address } = getConsole(server())
    const text = address.slice(address.indexOf('code=') + 'code='.length)
    const client = createConsoleClient(server())
    expect((await client.signIn({ code: `${text}x` })).json().code).toBe('code-invalid')
    expect((await client.signIn({ code: text })).json()).toMatchObject({ name: 'admin', scopes: ['admin'] })
    expect((await client.signIn({ code: text })).json().code).toBe('code-invalid')
  })

  test('of an account has its grant, and no session of the site', async () => {
    const { username, email } = await signUp(server())
    const client = createConsoleClient(server())
    expect((await client.signIn({ username, password })).json().code).toBe('insufficient-scope')
    expect((await grant('nobody', 'read')).json().code).toBe('account-unknown')
    await grant(username, 'read', 'rollback:*')
    const wrong = await client.signIn({ username, password: 'not the password' })
    expect(wrong.json()).toMatchObject({
      code: 'sign-in-failed',
      hint: expect.stringContaining('use a token'),
    })
    const name = `@${username.toLowerCase()}`
    expect((await client.signIn({ username: email, password })).json()).toMatchObject({
      name,
      scopes: ['read', 'rollback:*'],
    })
    const sessions = await server()
      .db.selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select('session.id')
      .where('email', '=', email)
      .execute()
    expect(sessions).toHaveLength(1) // of the sign-up
    const { grants } = (await admin().get('/-/grants')).json()
    expect(grants).toEqual([
      {
        username: username.toLowerCase(),
        scopes: ['read', 'rollback:*'],
        grantedAt: expect.any(Number),
        grantedBy: 'admin',
        lastUsedAt: expect.any(Number),
      },
    ])
    expect((await admin().get('/-/tokens')).body).not.toContain(name)
    expect(await readEvents(name)).toMatchObject([{ what: 'console.sign-in' }])
  })

  test.each<[string, (account: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>]>([
    ['is given other scopes', ({ username }) => grant(username, 'read')],
    ['loses its grant', ({ username }) => admin().delete(`/-/grants/${username}`)],
    [
      'gets another password',
      ({ visitor }) =>
        visitor.post(accountPaths.changePassword, {
          currentPassword: password,
          newPassword: 'another correct horse battery',
        }),
    ],
    [
      'is deleted',
      ({ username }) =>
        server().db.deleteFrom('user').where('username', '=', username.toLowerCase()).execute(),
    ],
  ])('of an account ends when the account %s', async (_what, change) => {
    const account = await signUp(server())
    await grant(account.username, 'admin')
    const client = createConsoleClient(server())
    await client.signIn({ username: account.username, password })
    expect((await client.send('GET', '/session')).statusCode).toBe(200)
    await change(account)
    expect(await code(client.send('GET', '/session'))).toBe('not-signed-in')
  })
})
