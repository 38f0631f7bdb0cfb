import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDiscovery } from '../../releases/changes/discovery-repository.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { fastPasswords } from '../../testing/fast-passwords.ts'
import { publishSite } from '../../testing/rollout-site.ts'
import { password, signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import { createAuth } from '../auth/auth.ts'
import { deleteExpired } from '../auth/delete-expired.ts'
import type { KnownSession } from '../auth/session-cache.ts'
import { createSessionCache } from '../auth/session-cache.ts'
import { followSessionChanges } from './follow-session-changes.ts'
import { createSessionReader } from './read-session.ts'

const never = 2 ** 31 - 1
const newPassword = 'another horse battery'

describeOnDatabases('reading the session of a page request', (server) => {
  let reader: Awaited<ReturnType<typeof openReader>>
  let isDown = false
  beforeEach(async () => {
    isDown = false
    reader = await openReader()
  })
  afterEach(() => reader.stop())

  /** Reads sessions as another server on the same database does, and counts its verifications. */
  async function openReader({ everyMs = 5 } = {}) {
    const { db, configuration, kind } = server()
    const isUnavailable = () => isDown || server().isUnavailable()
    const cache = createSessionCache()
    const log = pino({ level: 'silent' })
    const auth = createAuth({ configuration, db, kind, log, passwords: fastPasswords, sessions: cache })
    const verify = vi.spyOn(auth.api, 'getSession')
    const onError = (error: unknown) => expect.unreachable(String(error))
    const { read, peek } = await createSessionReader({ auth, cache, db, isUnavailable, onError })
    const follower = await followSessionChanges(server(), cache, { everyMs })
    return {
      cache,
      verify,
      auth,
      stop: follower.stop,
      peek: (browser: TestBrowser) => peek(withCookies(browser)),
      read: (browser: TestBrowser, reply = { header: vi.fn() }) => read(withCookies(browser), reply),
    }
  }

  const withCookies = ({ cookies }: Pick<TestBrowser, 'cookies'>) => ({
    cookies: Object.fromEntries([...cookies].map(([name, value]) => [name, decodeURIComponent(value)])),
  })

  /** Reads until the session is served from memory. */
  async function readUntilCached(browser: TestBrowser): Promise<KnownSession> {
    return vi.waitFor(async () => {
      await reader.read(browser)
      const before = reader.verify.mock.calls.length
      const session = await reader.read(browser)
      expect(reader.verify.mock.calls.length).toBe(before)
      return session
    }, patience)
  }

  test('the visitor is the one of the account API, without the address', async () => {
    const { visitor, username } = await signUpAndVerify(server())
    const expected = { username, done: true, isVerify: true, github: false, gmail: false }
    expect(await readUntilCached(visitor)).toEqual({ visitor: expected })
  })

  test('the account API answers from memory with the address, and never without the database', async () => {
    const { visitor, email } = await signUpAndVerify(server())
    expect(reader.peek(visitor)).toBeNull()
    await readUntilCached(visitor)
    const before = reader.verify.mock.calls.length
    expect(reader.peek(visitor)).toMatchObject({ email, record: { isVerify: true } })
    expect(reader.verify.mock.calls.length).toBe(before)
    const response = (await visitor.get(accountPaths.session)).json()
    expect((await visitor.get(accountPaths.session)).json()).toEqual(response)
    expect(response).toMatchObject({ visitor: { email } })
    isDown = true
    expect(reader.peek(visitor)).toBeNull()
  })

  test('a request without a cookie is signed out without a query', async () => {
    expect(await reader.read(server().browser())).toEqual({ visitor: null })
    expect(reader.verify).not.toHaveBeenCalled()
  })

  test('a forged or altered cookie is signed out', async () => {
    const { visitor } = await signUpAndVerify(server())
    await readUntilCached(visitor)
    const [[name, value] = ['', '']] = visitor.cookies
    expect(name).toContain('session_token')
    for (const forged of ['abc.def', '', value.slice(1), `${value}x`, value.replace(/\..*/, '')]) {
      const browser = server().browser()
      browser.cookies.set(name, forged)
      expect([forged, await reader.read(browser)]).toEqual([forged, { visitor: null }])
    }
  })

  test.each<[string, (account: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>, KnownSession]>([
    ['signs out', ({ visitor }) => visitor.post(accountPaths.signOut, {}), { visitor: null }],
    [
      'deletes the account',
      ({ visitor }) => visitor.post(accountPaths.deleteAccount, { password }),
      { visitor: null },
    ],
    [
      'changes the password elsewhere',
      async ({ email }) => {
        const other = server().browser()
        await other.post(accountPaths.signIn, { login: email, password })
        await other.post(accountPaths.changePassword, { currentPassword: password, newPassword })
      },
      { visitor: null },
    ],
    [
      'is removed by an administrator',
      async ({ email }) => sql`delete from "user" where email = ${email}`.execute(server().db),
      { visitor: null },
    ],
    [
      'has a session that an administrator lets expire',
      async ({ email }) =>
        sql`update session set "expiresAt" = ${new Date(0).toISOString()}
          where "userId" = (select id from "user" where email = ${email})`.execute(server().db),
      { visitor: null },
    ],
  ])('a visitor who %s is signed out on every server', async (_what, change, expected) => {
    const account = await signUpAndVerify(server())
    const cookies = new Map(account.visitor.cookies)
    const copy = { ...server().browser(), cookies }
    await readUntilCached(copy)
    await change(account)
    await vi.waitFor(async () => expect(await reader.read(copy)).toEqual(expected), patience)
  })

  test('a session that a restored database lacks is not served from memory', async () => {
    const { db, kind, app } = server()
    if (kind !== 'postgres') return
    await publishSite(server(), 'one')
    const { visitor } = await signUpAndVerify(server())
    const isSignedIn = async () => (await visitor.get('/')).body.includes('"visitor":{')
    await vi.waitFor(async () => expect(await isSignedIn()).toBe(true), patience)
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx) // as a restore does: no triggers
      await trx.deleteFrom('session').execute()
      await trx.deleteFrom('document').execute()
      await trx.deleteFrom('remote').execute()
      await trx
        .insertInto('document')
        .values({ revision: 1, body: JSON.stringify({ ...emptyDiscovery, revision: 1 }), created_at: 0 })
        .execute()
    })
    await vi.waitFor(
      async () => expect((await app.inject('/-/discovery.json')).json().remotes).toEqual({}),
      patience,
    )
    await publishSite(server(), 'two')
    await vi.waitFor(async () => expect((await visitor.get('/')).body).toContain('"visitor":null'), patience)
  })

  test('a verified address and a new name are known on every server', async () => {
    const { visitor, email } = await signUp(server())
    expect(await readUntilCached(visitor)).toMatchObject({ visitor: { isVerify: false } })
    const [message] = await server().emailsTo(email)
    await visitor.post(accountPaths.verify, { code: message?.code })
    await vi.waitFor(
      async () => expect(await reader.read(visitor)).toMatchObject({ visitor: { isVerify: true } }),
      patience,
    )
    await readUntilCached(visitor)
    await visitor.post(accountPaths.update, { username: 'Other.Name' })
    await vi.waitFor(
      async () => expect(await reader.read(visitor)).toMatchObject({ visitor: { username: 'Other.Name' } }),
      patience,
    )
  })

  test('better-auth’s own changes are known on this server immediately', async () => {
    await reader.stop()
    reader = await openReader({ everyMs: never })
    const { visitor } = await signUpAndVerify(server())
    await readUntilCached(visitor)
    const headers = new Headers({
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    })
    await reader.auth.api.updateUser({ body: { username: 'renamed', displayUsername: 'Renamed' }, headers })
    expect(await reader.read(visitor)).toMatchObject({ visitor: { username: 'Renamed' } })
    await readUntilCached(visitor)
    await reader.auth.api.signOut({ headers })
    expect(await reader.read(visitor)).toEqual({ visitor: null })
  })

  test('an account that is deleted because nobody verified it is signed out', async () => {
    await reader.stop()
    reader = await openReader({ everyMs: never })
    const { visitor, email } = await signUp(server())
    await readUntilCached(visitor)
    await server()
      .db.updateTable('user')
      .set({ createdAt: new Date(0).toISOString() })
      .where('email', '=', email)
      .execute()
    await deleteExpired({ ...server(), sessions: reader.cache })
    expect(await reader.read(visitor)).toEqual({ visitor: null })
  })

  test('a session is extended once a day, and the browser gets the cookie', async () => {
    const { visitor, username } = await signUpAndVerify(server())
    await readUntilCached(visitor)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
    const reply = { header: vi.fn() }
    await reader.read(visitor, reply)
    expect(reply.header.mock.lastCall?.[1]).toEqual([expect.stringContaining('Max-Age=2592000')])
    const { expiresAt } = await server()
      .db.selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .where('user.name', '=', username)
      .select('session.expiresAt')
      .executeTakeFirstOrThrow()
    expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3_600_000)
    vi.useRealTimers()
  })

  test('an ended session is not served from memory', async () => {
    const { visitor } = await signUpAndVerify(server())
    await readUntilCached(visitor)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3_600_000 })
    // A slow database doesn't say at once.
    const session = await vi.waitFor(async () => {
      const read = await reader.read(visitor)
      expect(read).not.toBe('unknown')
      return read
    }, patience)
    expect(session).toEqual({ visitor: null })
    vi.useRealTimers()
  })
})
