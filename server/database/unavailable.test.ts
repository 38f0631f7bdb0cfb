import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readCachedDiscovery } from '../delivery/discovery/cached-discovery.ts'
import { publishAtStartup } from '../delivery/lifecycle/publish-at-startup.ts'
import { adminTokenOf, makeCaller } from '../testing/api-client.ts'
import { testApi } from '../testing/api-description.ts'
import { writeRemote, writeShell } from '../testing/builds.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { makeBrowsers } from '../testing/load-reports.ts'
import { makeStager } from '../testing/rollout-site.ts'
import { createTestDatabase, type TestDatabase, testDatabases } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const patience = { timeout: 60_000, interval: 50 }
const onPostgres = testDatabases.filter(({ kind }) => kind === 'postgres')
const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }

let place: TestDatabase
let server: TestServer
let gate: DatabaseProxy
const start = () =>
  startTestServer(
    { ...place, databaseUrl: gate.databaseUrl },
    {},
    { mayBeUnavailable: true, onError: () => {} },
  )
const calls = () => makeCaller(server, adminTokenOf(server))
const health = async () => {
  const answer = await server.app.inject('/-/health')
  return [answer.statusCode, answer.json().detail]
}

/** What stands on the disk after a site was built and served, with a canary for a twentieth of its visitors. */
async function serveOnce() {
  const dist = join(place.dataDir, 'dist')
  writeShell(dist)
  writeRemote(dist, 'one')
  writeRemote(dist, 'api', { apiDescription: 'api.json', files: { 'api.json': JSON.stringify(testApi) } })
  await publishAtStartup(dist, server)
  const stager = makeStager(server)
  const to = await stager.publish('one', '1.1.0')
  const rollout = await stager.step((await stager.start('one', to)).id, 'advance')
  await server.app.inject('/one')
  await server.stop()
  return { rollout, to }
}

describe.each(onPostgres)('while the database is away, on $kind', ({ create }) => {
  beforeEach(async () => {
    place = await create()
    gate = await startDatabaseProxy(place.databaseUrl ?? '')
    server = await start()
  })
  afterEach(async () => {
    await server.stop()
    await gate.refuse()
    await place.remove()
  })

  test('a server that was running refuses what needs it, and shows pages', async () => {
    const { rollout } = await serveOnce()
    server = await start()
    const visitor = server.browser()
    await visitor.post(accountPaths.signUp, account)
    await gate.refuse()
    await vi.waitFor(
      async () => expect(await health()).toEqual([503, 'The database does not respond.']),
      patience,
    )
    for (const answer of [
      await visitor.get(accountPaths.session),
      await calls().get('/-/rollouts'),
      await calls().post(`/-/rollouts/${rollout.id}/advance`, {}),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'database-unavailable'])
    expect((await server.app.inject('/one')).statusCode).toBe(200)
  })

  test.each(['refuse', 'hang'] as const)('(%s) a start serves the last document', async (fails) => {
    const { rollout, to } = await serveOnce()
    await gate[fails]()
    server = await start()
    const browsers = makeBrowsers(server, rollout)
    const pageOf = async (arm: 'canary' | 'stable') => {
      const cookie = `portico_visitor=${browsers.visitor(arm, rollout.share)}`
      return (await server.app.inject({ url: '/one', headers: { cookie } })).body
    }
    expect(await pageOf('canary')).toContain(`/r/one/${to}/remote.js`)
    expect(await pageOf('stable')).toContain('/r/one/1.0.0-0a1b2c3d/remote.js')
    for (const url of [`/r/one/${to}/remote.js`, '/-/discovery.json', '/sitemap.xml'])
      expect([url, (await server.app.inject(url)).statusCode]).toEqual([url, 200])
    const sandbox = { url: '/-/sandbox/', query: { api: 'sandbox-free', code: 'playstore', q: 'x' } }
    expect((await server.app.inject(sandbox)).statusCode).toBe(200)
    expect((await browsers.send([browsers.load('canary')])).statusCode).toBe(204)
  })

  test('a start refuses what needs it, and says so to who asks for its health', async () => {
    const { rollout } = await serveOnce()
    await gate.refuse()
    server = await start()
    expect(await health()).toEqual([503, 'The database does not respond.'])
    const visitor = server.browser()
    const answers = [
      await visitor.post(accountPaths.signUp, account),
      await visitor.post(accountPaths.signIn, { login: 'ada', password: account.password }),
      await calls().get('/-/rollouts'),
      await calls().post(`/-/rollouts/${rollout.id}/advance`, {}),
      await calls().post('/-/remotes/one/rollback', { reason: 'x' }),
      await calls().get('/-/tokens'),
      await server.app.inject('/-/discovery.json?revision=1'),
    ]
    for (const answer of answers)
      expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
        503,
        'database-unavailable',
        '5',
      ])
  })

  test('and back, the server catches up by itself: tables, builds, tokens, rollouts', async () => {
    const { rollout } = await serveOnce()
    server = await start()
    await sql`drop table lease`.execute(server.db)
    await sql`delete from kysely_migration where name = 'rollouts/0002-lease'`.execute(server.db)
    await server.stop()
    await gate.refuse()
    server = await start()
    let isPublished = false
    await server.onceAvailable(async () => {
      isPublished = true
    })
    expect(isPublished).toBe(false)
    await gate.open()
    await vi.waitFor(async () => expect(await health()).toEqual([200, undefined]), patience)
    await vi.waitFor(() => expect(isPublished).toBe(true), patience)
    expect(await server.db.selectFrom('lease').select('name').execute()).toBeInstanceOf(Array)
    const advanced = await calls().post(`/-/rollouts/${rollout.id}/advance`, {})
    expect(advanced.json()).toMatchObject({ status: 'running', share: 2500 })
  })

  test('a start without a last document that can be read is refused', async () => {
    await serveOnce()
    expect(readCachedDiscovery(place.dataDir)?.remotes.one?.canary?.share).toBe(500)
    writeFileSync(join(place.dataDir, 'last-document.json'), '{"schemaVersion":1,')
    expect(readCachedDiscovery(place.dataDir)).toBeNull()
    await gate.refuse()
    await expect(start()).rejects.toThrow('The database does not respond.')
    await gate.open()
    server = await start()
  })
})

test('a last document whose releases lack an integrity is not served', async () => {
  const { dataDir, remove } = await createTestDatabase()
  const shell = { version: '1.0.0', hash: '0a1b2c3d', js: [{ file: 'index.js' }], css: [] }
  const document = { schemaVersion: 1, revision: 3, shell, remotes: {} }
  writeFileSync(join(dataDir, 'last-document.json'), JSON.stringify(document))
  expect(readCachedDiscovery(dataDir)).toBeNull()
  await remove()
})
