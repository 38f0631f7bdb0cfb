import { paths } from '@portico/kit/paths.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { expect, test } from 'vitest'
import { createConsoleClient, getConsole } from '../testing/console-client.ts'
import { describeWithServer } from '../testing/describe-databases.ts'
import { sendRaw } from '../testing/raw-request.ts'
import { createRolloutClient, publishSite } from '../testing/rollout-site.ts'

describeWithServer('the console', (server) => {
  const signIn = async () => {
    const client = createConsoleClient(server())
    await client.signIn({ token: client.adminToken })
    return client
  }

  test('starts a rollout and passes on problems, queries and files', async () => {
    await publishSite(server(), 'one')
    const to = await createRolloutClient(server()).publish('one', '1.1.0')
    const client = await signIn()
    const body = { remote: 'one', to, plan: 'mid' }
    const { id } = (await client.send('POST', paths.rollouts, { body })).json()
    const again = await client.send('POST', paths.rollouts, { body })
    expect([again.statusCode, again.headers['content-type'], again.json().code]).toEqual([
      409,
      expect.stringContaining('application/problem+json'),
      'rollout-in-progress',
    ])
    await client.send('POST', `${paths.rollouts}/${id}/pause`, { body: { reason: 'a test' } })
    const { events } = (await client.send('GET', `${paths.events}?since=2&limit=500`)).json()
    expect(events.at(-1)).toMatchObject({ by: 'admin', what: 'rollout.pause', reason: 'a test' })
    const archive = await client.send('GET', `${paths.publish}/one/${to}/archive`)
    expect(archive.headers['content-type']).toBe('application/gzip')
    expect(archive.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  })

  test('forwards nothing without a session, no upload, and nothing but the release API', async () => {
    const client = await signIn()
    const anyone = createConsoleClient(server())
    expect((await anyone.send('GET', paths.tokens)).json().code).toBe('not-signed-in')
    for (const path of [
      paths.metrics,
      paths.account,
      `${paths.account}/session`,
      paths.mailbox,
      consolePaths.mcp,
      paths.beacon,
    ])
      expect((await client.send('GET', path)).statusCode).toBe(404)
    const body = { text: 'x'.repeat(65 * 1024) }
    expect((await client.send('PUT', `${paths.publish}/one/1.0.0`, { body })).statusCode).toBe(413)
  })

  test('on its port, no path leads out of the release API or out of its folder', async () => {
    const client = await signIn()
    const { server: consoleServer, host } = getConsole(server())
    await consoleServer.listen({ port: 0, host: '127.0.0.1' })
    const headers = { host, cookie: client.cookie() }
    for (const path of [
      '/-/tokens/../account/session',
      '/-/tokens/%2e%2e/account/session',
      '/assets/../../index.html',
      '/..%2f..%2fpackage.json',
    ])
      expect((await sendRaw(consoleServer, { path, headers })).status).toBe(404)
  })
})
