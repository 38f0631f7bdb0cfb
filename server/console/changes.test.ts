import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { patience } from '@portico/kit/testing/patience.ts'
import { describe, expect, test, vi } from 'vitest'
import { revokeToken } from '../releases/tokens/token-repository.ts'
import { createConsoleClient, getConsole } from '../testing/console-client.ts'
import { startDatabaseProxy } from '../testing/database-proxy.ts'
import { describeOnDatabases } from '../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../testing/rollout-site.ts'
import { testDatabases } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** Opens the stream of a client's session. */
async function openStream(server: TestServer, client: ReturnType<typeof createConsoleClient>) {
  const { server: consoleServer, host } = getConsole(server)
  const headers = { host, cookie: client.cookie() }
  const response = await consoleServer.inject({ url: '/changes', headers, payloadAsStream: true })
  const stream = response.stream()
  let received = ''
  stream.setEncoding('utf8').on('data', (part: string) => {
    received += part
  })
  const waitFor = (part: string | RegExp) => vi.waitFor(() => expect(received).toMatch(part), patience)
  return { response, stream, waitFor, read: () => received }
}

describeOnDatabases('the stream of changes', (server) => {
  test('says when anything changes, also on another server, until the token is revoked', async () => {
    const client = createConsoleClient(server())
    const { id, secret } = (
      await createRolloutClient(server()).post('/-/tokens', { name: 'watcher', scopes: ['read'] })
    ).json()
    await client.signIn({ token: secret })
    const { response, stream, waitFor, read } = await openStream(server(), client)
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    })
    await waitFor(/^retry: 3000\n\nevent: change\ndata: {"revision":0,"seq":\d+,"evaluatedAt":0}\n\n$/)
    const other = await startTestServer({ ...server().configuration, remove: async () => {} })
    await publishSite(other, 'one')
    await other.stop()
    await waitFor(/"revision":1/)
    const ended = once(stream, 'end')
    await revokeToken(server().db, id)
    await ended
    expect(read()).not.toContain('unavailable')
    expect((await client.send('GET', '/changes')).json().code).toBe('not-signed-in')
  })
})

describe.each(testDatabases)('on $kind', ({ create }) => {
  test('a server stops although streams are open, and ends them', async () => {
    const database = await create()
    const server = await startTestServer(database)
    const client = createConsoleClient(server)
    await client.signIn({ token: client.adminToken })
    const { server: consoleServer, host } = getConsole(server)
    const url = await consoleServer.listen({ port: 0, host: '127.0.0.1' })
    const sent = request(`${url}/changes`, { headers: { host, cookie: client.cookie() } }).end()
    const [response] = await once(sent, 'response')
    const received = text(response)
    await server.stop()
    expect(await received).toContain('retry: 3000')
    await database.remove()
  })
})

describe.each(testDatabases.filter(({ kind }) => kind === 'postgres'))('on $kind', ({ create }) => {
  test('a stream outlives an outage of the database, during which it claims nothing', async () => {
    const database = await create()
    const proxy = await startDatabaseProxy(database.databaseUrl ?? '')
    const server = await startTestServer(
      { ...database, databaseUrl: proxy.databaseUrl },
      {},
      { onError: () => {} },
    )
    const client = createConsoleClient(server)
    await client.signIn({ token: client.adminToken })
    const { waitFor } = await openStream(server, client)
    await waitFor(/event: change/)
    await proxy.refuse()
    await waitFor(/: the database is unavailable/)
    expect((await client.send('GET', '/session')).json().code).toBe('database-unavailable')
    await proxy.open()
    await waitFor(/unavailable\n\n(?::.*\n\n)*event: change/)
    await server.stop()
    await proxy.refuse()
    await database.remove()
  })
})
