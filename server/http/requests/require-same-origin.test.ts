import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { password, signUp } from '../../testing/sign-up.ts'

interface Route {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
}

/** The routes of Fastify's tree that may change something. */
function listUnsafeRoutes(tree: string): Route[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? []
    const depth = indent.length / 4
    parents[depth] = (parents[depth - 1] ?? '') + path
    const url = parents[depth].replace(':version', '1.0.0').replaceAll(/:\w+/g, 'one')
    return methods
      .split(', ')
      .filter((method) => method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE')
      .map((method) => ({ method, url }))
  })
}

/** The sandbox stands in for an API that knows no visitor. */
const isSandbox = (route: string) => route.includes('/-/sandbox/')

describeWithServer('requests from other sites', (server) => {
  test('every route that may change something needs the site’s own page or a token', async () => {
    const cookie = (await signUp(server())).visitor.cookieHeader()
    const routes = listUnsafeRoutes(server().app.printRoutes({ commonPrefix: false }))
    expect(routes.length).toBeGreaterThan(30)
    const accepted: string[] = []
    for (const { method, url } of routes)
      for (const type of [
        'application/json',
        'application/x-www-form-urlencoded',
        'text/plain',
        'application/gzip',
      ]) {
        const headers = {
          cookie,
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          'content-type': type,
        }
        const { statusCode } = await server().app.inject({ method, url, headers, payload: '{}' })
        if (![401, 403, 415].includes(statusCode)) accepted.push(`${method} ${url}`)
      }
    // A report needs the token of its page, and the sandbox knows no visitor.
    const harmless = [
      'POST /-/beacon',
      ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /-/sandbox/`),
    ]
    expect([...new Set(accepted)].toSorted()).toEqual(harmless.toSorted())
  })

  test.each(['https://evil.example', 'http://127.0.0.1:3001', 'https://127.0.0.1:3000', 'null'])(
    'a request from %s is rejected and changes nothing',
    async (origin) => {
      const { visitor, username } = await signUp(server())
      for (const path of Object.values(accountPaths)) {
        const response = await visitor.post(path, { password }, { origin })
        expect([404, 403]).toContain(response.statusCode)
      }
      const response = await visitor.post(accountPaths.signOut, {}, { origin })
      expect(response.json()).toMatchObject({ status: 403, code: 'origin-not-allowed' })
      expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ username })
    },
  )

  test('a request with a cookie but without an origin is rejected', async () => {
    const { visitor } = await signUp(server())
    expect((await visitor.post(accountPaths.signOut, {}, { origin: null })).statusCode).toBe(403)
  })

  test('a form without an origin is rejected on every route that accepts forms', async () => {
    const routes = listUnsafeRoutes(server().app.printRoutes({ commonPrefix: false }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const refusals = await Promise.all(
      routes.map(async ({ method, url }) => {
        const { statusCode } = await server().app.inject({ method, url, headers, payload: 'token=x' })
        return [`${method} ${url}`, statusCode] as const
      }),
    )
    const forms = refusals.filter(([, status]) => status !== 401 && status !== 415)
    expect(Object.fromEntries(forms)).toMatchObject({
      [`POST ${accountPaths.reset}`]: 403,
      'POST /-/account/confirm': 403,
      [`POST ${accountPaths.signIn}`]: 403,
      'POST /-/preview-end': 403,
    })
    expect(forms.filter(([route, status]) => status !== 403 && !isSandbox(route))).toEqual([])
  })

  test('every name of the local machine counts as the same origin', async () => {
    const { visitor } = await signUp(server())
    const response = await visitor.post(accountPaths.signOut, {}, { origin: 'http://localhost:3000' })
    expect(response.statusCode).toBe(200)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'a body of type %s can’t sign anyone in',
    async (type) => {
      const { username } = await signUp(server())
      const response = await server().app.inject({
        method: 'POST',
        url: accountPaths.signIn,
        payload: JSON.stringify({ login: username, password }),
        headers: { 'content-type': type },
      })
      expect([403, 415]).toContain(response.statusCode)
      expect(response.headers['set-cookie']).toBeUndefined()
    },
  )
})
