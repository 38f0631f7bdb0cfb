import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { password, signUp } from '../../testing/sign-up.ts'

describeWithServer('calls from other sites', (server) => {
  test.each(['https://evil.example', 'http://127.0.0.1:3001', 'https://127.0.0.1:3000', 'null'])(
    'a call from %s is refused and changes nothing',
    async (origin) => {
      const { visitor, username } = await signUp(server())
      for (const path of Object.values(accountPaths)) {
        const answer = await visitor.post(path, { password }, { origin })
        expect([404, 403]).toContain(answer.statusCode)
      }
      const answer = await visitor.post(accountPaths.signOut, {}, { origin })
      expect(answer.json()).toMatchObject({ status: 403, code: 'origin-not-allowed' })
      expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username })
    },
  )

  test('a call with a cookie and without an origin is refused', async () => {
    const { visitor } = await signUp(server())
    expect((await visitor.post(accountPaths.signOut, {}, { origin: null })).statusCode).toBe(403)
  })

  test('the site is itself under every name of its own machine', async () => {
    const { visitor } = await signUp(server())
    const answer = await visitor.post(accountPaths.signOut, {}, { origin: 'http://localhost:3000' })
    expect(answer.statusCode).toBe(200)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'a body of %s signs nobody in',
    async (type) => {
      const { username } = await signUp(server())
      const answer = await server().app.inject({
        method: 'POST',
        url: accountPaths.signIn,
        payload: JSON.stringify({ login: username, password }),
        headers: { 'content-type': type },
      })
      expect([400, 415]).toContain(answer.statusCode)
      expect(answer.headers['set-cookie']).toBeUndefined()
    },
  )
})
