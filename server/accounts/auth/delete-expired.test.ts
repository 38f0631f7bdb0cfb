import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { password, signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import { deleteExpired } from './delete-expired.ts'
import { createSessionCache } from './session-cache.ts'

const day = 24 * 3_600_000

describeOnDatabases('deleting expired rows', (server) => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('an account that is not verified within three days is deleted, so that the owner of its address can sign up', async () => {
    const { username, email } = await signUp(server())
    const verified = await signUpAndVerify(server())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * day - 60_000 })
    await deleteExpired({ db: server().db, sessions: createSessionCache() })
    const owner = server().browser()
    expect((await owner.post(accountPaths.signUp, { username, email, password })).statusCode).toBe(409)

    vi.setSystemTime(Date.now() + 120_000)
    await deleteExpired({ db: server().db, sessions: createSessionCache() })
    expect((await owner.post(accountPaths.signUp, { username, email, password })).statusCode).toBe(201)
    expect((await verified.visitor.get(accountPaths.session)).json().visitor).toMatchObject({
      username: verified.username,
    })
  })

  test('expired sessions and codes are deleted', async () => {
    await signUpAndVerify(server())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * day })
    await deleteExpired({ db: server().db, sessions: createSessionCache() })
    for (const table of ['session', 'verification'] as const) {
      expect(await server().db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})
