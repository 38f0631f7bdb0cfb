import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test } from 'vitest'
import { createApiClient, readAdminToken } from '../../testing/api-client.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { password, signUp } from '../../testing/sign-up.ts'

describeOnDatabases('a text with a NUL, which PostgreSQL can’t store', (server) => {
  test.each([
    ['login', accountPaths.signIn, { login: 'ada\0', password }],
    ['login', accountPaths.signIn, { login: 'ada\0@example.com', password }],
    ['password', accountPaths.signIn, { login: 'ada', password: `${password}\0` }],
    ['username', accountPaths.signUp, { username: 'ada\0', email: 'ada@example.com', password }],
    ['email', accountPaths.signUp, { username: 'ada', email: 'ada\0@example.com', password }],
    ['email', accountPaths.requestReset, { email: 'ada\0@example.com' }],
    ['name', accountPaths.update, { name: 'Ada\0' }],
  ])('is rejected as %s at %s', async (field, path, body) => {
    const { visitor } = await signUp(server())
    const response = await visitor.post(path, body)
    expect(response.json()).toMatchObject({ status: 400, code: 'invalid-request' })
    expect(Object.keys(response.json().fields)).toContain(field)
  })

  test.each([
    ['DELETE', '/-/tokens/a%00b'],
    ['DELETE', '/-/previews/a%00b'],
    ['GET', '/-/rollouts/a%00b'],
    ['GET', '/-/releases/a%00b'],
    ['POST', '/-/remotes/a%00b/off'],
    ['POST', '/-/rollouts/a%00b/pause'],
  ] as const)('is no error of the server in %s %s', async (method, url) => {
    const headers = { authorization: `Bearer ${readAdminToken(server())}` }
    const payload = method === 'POST' ? { payload: { reason: 'a\0b' } } : {}
    const { statusCode } = await server().app.inject({ method, url, headers, ...payload })
    expect(statusCode).toBeLessThan(500)
    const scopes = { name: 'a\0b', scopes: ['publish:a\0b'], days: 1 }
    const { statusCode: created } = await createApiClient(server(), readAdminToken(server())).post(
      '/-/tokens',
      scopes,
    )
    expect(created).toBe(400)
    expect(server().logged.filter((line) => line.includes('internal-error'))).toEqual([])
  })
})
