import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readCachedDiscovery } from '../rollouts/discovery/cached-discovery.ts'
import { publishAtStartup } from '../rollouts/startup/publish-at-startup.ts'
import { createApiClient, readAdminToken } from '../testing/api-client.ts'
import { testApi } from '../testing/api-description.ts'
import { writeRemote, writeShell } from '../testing/builds.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { createBrowsers } from '../testing/load-reports.ts'
import { createRolloutClient } from '../testing/rollout-site.ts'
import { createTestDatabase, type TestDatabase, testDatabases } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const onPostgres = testDatabases.filter(({ kind }) => kind === 'postgres')
const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }

let database: TestDatabase
let server: TestServer
let proxy: DatabaseProxy
const start = () =>
  startTestServer(
    { ...database, databaseUrl: proxy.databaseUrl },
    {},
    { mayBeUnavailable: true, onError: () => {} },
  )
const getClient = () => createApiClient(server, readAdminToken(server))
const health = async () => {
  const response = await server.app.inject('/-/health')
  return [response.statusCode, response.json().detail]
}

/** Publishes and serves a site once, with a canary for 5 % of its visitors, and stops it. */
async function prepareSite() {
  const dist = join(database.dataDir, 'dist')
  writeShell(dist)
  writeRemote(dist, 'one')
  writeRemote(dist, 'api', { apiDescription: 'api.json', files: { 'api.json': JSON.stringify(testApi) } })
  await publishAtStartup(dist, server)
  const client = createRolloutClient(server)
  const to = await client.publish('one', '1.1.0')
  const rollout = await client.step((await client.start('one', to)).id, 'advance')
  await server.app.inject('/one')
  await server.stop()
  return { rollout, to }
}

describe.each(onPostgres)('while the database is unavailable on $kind', ({ create }) => {
  beforeEach(async () => {
    database = await create()
    proxy = await startDatabaseProxy(database.databaseUrl ?? '')
    server = await start()
  })
  afterEach(async () => {
    await server.stop()
    await proxy.refuse()
    await database.remove()
  })

  test('a running server refuses requests that need the database and keeps serving pages', async () => {
    const { rollout } = await prepareSite()
    server = await start()
    const visitor = server.browser()
    await visitor.post(accountPaths.signUp, account)
    await proxy.refuse()
    await vi.waitFor(
      async () => expect(await health()).toEqual([503, 'The database does not respond.']),
      patience,
    )
    for (const response of [
      await visitor.get(accountPaths.session),
      await getClient().get('/-/rollouts'),
      await getClient().post(`/-/rollouts/${rollout.id}/advance`, {}),
    ])
      expect([response.statusCode, response.json().code]).toEqual([503, 'database-unavailable'])
    expect((await server.app.inject('/one')).statusCode).toBe(200)
  })

  test.each(['refuse', 'hang'] as const)(
    'a server that starts without the database serves the cached discovery document (connections %s)',
    async (failure) => {
      const { rollout, to } = await prepareSite()
      await proxy[failure]()
      server = await start()
      const browsers = createBrowsers(server, rollout)
      const getPage = async (arm: 'canary' | 'stable') => {
        const { cookie } = browsers.visitor(arm, rollout.share)
        return (await server.app.inject({ url: '/one', headers: { cookie } })).body
      }
      expect(await getPage('canary')).toContain(`/r/one/${to}/remote.js`)
      expect(await getPage('stable')).toContain('/r/one/1.0.0-0a1b2c3d/remote.js')
      for (const url of [`/r/one/${to}/remote.js`, '/-/discovery.json', '/sitemap.xml'])
        expect([url, (await server.app.inject(url)).statusCode]).toEqual([url, 200])
      const sandbox = { url: '/-/sandbox/', query: { api: 'sandbox-free', code: 'playstore', q: 'x' } }
      expect((await server.app.inject(sandbox)).statusCode).toBe(200)
      expect(
        (
          await browsers.send([browsers.load('canary')], {
            visitor: browsers.visitor('canary', rollout.share),
          })
        ).statusCode,
      ).toBe(204)
    },
  )

  test('a server that starts without the database refuses requests that need it and reports unhealthy', async () => {
    const { rollout } = await prepareSite()
    await proxy.refuse()
    server = await start()
    expect(await health()).toEqual([503, 'The database does not respond.'])
    const visitor = server.browser()
    const responses = [
      await visitor.post(accountPaths.signUp, account),
      await visitor.post(accountPaths.signIn, { login: 'ada', password: account.password }),
      await getClient().get('/-/rollouts'),
      await getClient().post(`/-/rollouts/${rollout.id}/advance`, {}),
      await getClient().post('/-/remotes/one/rollback', { reason: 'x' }),
      await getClient().get('/-/tokens'),
      await server.app.inject('/-/discovery.json?revision=1'),
    ]
    for (const response of responses)
      expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
        503,
        'database-unavailable',
        '5',
      ])
  })

  test('once the database is back, migrations, publishing and rollouts catch up', async () => {
    const { rollout } = await prepareSite()
    server = await start()
    await sql`drop table lease`.execute(server.db)
    await sql`delete from kysely_migration where name = 'rollouts/0002-lease'`.execute(server.db)
    await server.stop()
    await proxy.refuse()
    server = await start()
    let isPublished = false
    await server.onceAvailable(async () => {
      isPublished = true
    })
    expect(isPublished).toBe(false)
    await proxy.open()
    await vi.waitFor(async () => expect(await health()).toEqual([200, undefined]), patience)
    await vi.waitFor(() => expect(isPublished).toBe(true), patience)
    expect(await server.db.selectFrom('lease').select('name').execute()).toBeInstanceOf(Array)
    const advanced = await getClient().post(`/-/rollouts/${rollout.id}/advance`, {
      reason: 'checked by hand',
    })
    expect(advanced.json()).toMatchObject({ status: 'running', share: 2500 })
  })

  test('a server without a readable cached document refuses to start', async () => {
    await prepareSite()
    expect(readCachedDiscovery(database.dataDir)?.remotes.one?.canary?.share).toBe(500)
    writeFileSync(join(database.dataDir, 'last-document.json'), '{"schemaVersion":1,')
    expect(readCachedDiscovery(database.dataDir)).toBeNull()
    await proxy.refuse()
    await expect(start()).rejects.toThrow('The database does not respond.')
    await proxy.open()
    server = await start()
  })
})

test('a cached document without integrity hashes is not served', async () => {
  const { dataDir, remove } = await createTestDatabase()
  const shell = { version: '1.0.0', hash: '0a1b2c3d', js: [{ file: 'index.js' }], css: [] }
  const document = { schemaVersion: 1, revision: 3, shell, remotes: {} }
  writeFileSync(join(dataDir, 'last-document.json'), JSON.stringify(document))
  expect(readCachedDiscovery(dataDir)).toBeNull()
  await remove()
})
