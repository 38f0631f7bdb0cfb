import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { startHostileProvider } from '@portico/tools/testing/hostile-provider.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describe.each(testDatabases)('callbacks at two servers with one $kind database', ({ create }) => {
  let database: TestDatabase
  let provider: Awaited<ReturnType<typeof startHostileProvider>>
  const servers: TestServer[] = []
  beforeAll(async () => {
    database = await create()
    provider = await startHostileProvider()
    for (const _ of [1, 2]) servers.push(await startTestServer(database, provider.environment))
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    await database.remove()
    await provider.stop()
  })

  test.each(['google', 'github'])(
    'of six simultaneous ones with one state, one asks %s for tokens and signs in',
    async (name) => {
      provider.behave()
      const visitor = servers[0]?.browser()
      const begun = await visitor?.post(accountPaths.signInWithProvider, { provider: name, next: '/about' })
      const { state = '', nonce } = Object.fromEntries(new URL(begun?.json().url).searchParams)
      const person = { sub: 'subject', id: 1, name: 'Ada', email_verified: true }
      provider.says({ nonce, ...person, email: `${name}@example.com` })
      const url = `/-/account/callback/${name}?${new URLSearchParams({ state, code: 'a code' })}`
      const headers = { cookie: visitor?.cookieHeader() ?? '' }
      const responses = await Promise.all(
        [...servers, ...servers, ...servers].map(({ app }) => app.inject({ url, headers })),
      )
      const failed = /^\/auth\/google(\?next=%2Fabout)?#provider-failed$/
      const isFailure = (location: string) => failed.test(location)
      const locations = responses.map((response) => String(response.headers.location))
      expect(locations.filter(isFailure)).toHaveLength(5)
      expect(locations).toContain('/auth/google?username=&next=%2Fabout')
      expect(provider.tokenRequests).toHaveLength(1)
      const sessions = responses.flatMap(({ cookies }) =>
        cookies.filter(({ name: cookie, value }) => cookie === 'portico.session_token' && value !== ''),
      )
      expect(sessions).toHaveLength(1)
    },
  )
})
