import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { patience } from '@portico/kit/testing/patience.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { getTestEntry } from '../../testing/builds.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestBucket, type TestBucket } from '../../testing/s3-server.ts'
import { createTestDatabase, type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openReleaseStore } from './open-release-store.ts'

const secret = { SITE_SECRET: 's'.repeat(32) }
// Machines can share PostgreSQL, but not a SQLite file.
const shared = testDatabases.filter(({ kind }) => kind === 'postgres')

describe.each(shared)('two machines with one database on $kind and one release store', ({ create }) => {
  let database: TestDatabase
  let bucket: TestBucket
  let first: TestServer
  let second: TestServer
  const folders: TestDatabase[] = []
  /** A server with its own data folder. */
  async function start(): Promise<TestServer> {
    const folder = await createTestDatabase()
    folders.push(folder)
    const { databaseUrl } = database
    return startTestServer({ ...folder, databaseUrl }, { ...bucket.environment, ...secret })
  }
  beforeEach(async () => {
    database = await create()
    bucket = await createTestBucket()
    first = await start()
    second = await start()
  })
  afterEach(async () => {
    await first.stop()
    await second.stop()
    await bucket.remove()
    for (const folder of folders.splice(0)) await folder.remove()
    await database.remove()
  })

  const fetchDocument = async (server: TestServer) =>
    v.parse(DiscoveryDocumentSchema, (await server.app.inject('/-/discovery.json')).json())
  const fetchVersion = async (server: TestServer) => (await fetchDocument(server)).remotes.one?.stable.version
  const fetchFile = async (server: TestServer, id: string) => {
    const { statusCode, body } = await server.app.inject(`/r/one/${id}/remote.js`)
    return [statusCode, body]
  }

  test('both machines serve a release, wherever it was published', async () => {
    await publishSite(first, 'one')
    // A remote of which this machine has shown nothing does not wait for its files.
    await vi.waitFor(async () => expect(await fetchVersion(second)).toBe('1.0.0'), patience)
    const to = await createRolloutClient(first).publish('one', '1.1.0')
    await createRolloutClient(first).start('one', to, 'now')
    await vi.waitFor(async () => expect(await fetchVersion(second)).toBe('1.1.0'), patience)
    expect(existsSync(join(second.configuration.dataDir, 'releases/one', to, 'remote.js.br'))).toBe(true)
    expect(await fetchFile(second, to)).toEqual([200, getTestEntry('one', '11111111')])
    const unreleased = await createRolloutClient(first).publish('one', '1.2.0', '22222222')
    expect(await fetchFile(second, unreleased)).toEqual([200, getTestEntry('one', '22222222')])
    expect((await fetchFile(second, '9.9.9-99999999'))[0]).toBe(404)
  })

  test('publishing at startup includes what the other machine has built', async () => {
    await publishSite(first, 'one')
    await publishSite(second, 'one')
    const dist = join(first.configuration.dataDir, 'dist-of-one')
    rmSync(join(second.configuration.dataDir, 'releases'), { recursive: true })
    await publishAtStartup(dist, second)
    expect(await fetchFile(second, '1.0.0-0a1b2c3d')).toEqual([200, getTestEntry('one', '0a1b2c3d')])
  })

  test('a change is not served while its files can’t be downloaded', async () => {
    await publishSite(first, 'one')
    await vi.waitFor(async () => expect(await fetchVersion(second)).toBe('1.0.0'), patience)
    const to = await createRolloutClient(first).publish('one', '1.1.0')
    await bucket.stop()
    await createRolloutClient(first).start('one', to, 'now')
    expect(await fetchVersion(first)).toBe('1.1.0')
    await vi.waitFor(() => expect(second.logged.join()).toContain('does not respond'), patience)
    expect(await fetchVersion(second)).toBe('1.0.0')
    expect((await fetchFile(second, to))[0]).toBe(503)
    await bucket.start()
    await vi.waitFor(async () => expect(await fetchVersion(second)).toBe('1.1.0'), patience)
  })

  test('a remote whose files can’t be fetched delays no change of another one', async () => {
    await publishSite(first, 'one', 'other')
    const { publish, start, post } = createRolloutClient(first)
    await start('one', await publish('one', '1.1.0'), 'now')
    await vi.waitFor(async () => expect(await fetchVersion(second)).toBe('1.1.0'), patience)
    const to = await publish('other', '1.1.0')
    const hang = bucket.hang((method, path) => method === 'GET' && path.includes('/other/'))
    await start('other', to, 'now')
    await hang.waiting
    await post('/-/remotes/one/rollback', { reason: 'a test' })
    await vi.waitFor(async () => expect(await fetchVersion(second)).toBe('1.0.0'), patience)
    expect((await fetchDocument(second)).remotes.other?.stable.version).toBe('1.0.0')
    hang.end()
    await vi.waitFor(
      async () => expect((await fetchDocument(second)).remotes.other?.stable.version).toBe('1.1.0'),
      patience,
    )
    expect(await fetchDocument(second)).toEqual(await fetchDocument(first))
  })

  test('files left by a killed publish are collected once they are a month old', async () => {
    await publishSite(first, 'one')
    const { configuration } = first
    const store = openReleaseStore(
      readConfiguration({ DATA_DIR: database.dataDir, ...bucket.environment }, '/'),
    )
    const files = { 'remote.js': { integrity: computeIntegrity('x'), bytes: 1 } }
    const lost = { app: 'one', id: '3.0.0-33333333', files, upload: null }
    const read = async (name: string) => (name === 'remote.js' ? Buffer.from('x') : null)
    await store.stage(read, lost) // never committed
    // The database may have been restored from a back-up, and a newer one that has the release may be restored next.
    await bucket.age(29)
    await createRolloutClient(first).post('/-/releases/collect', {})
    expect(await openReleaseStore(configuration).ensureLocal(lost)).toBe(true)
    rmSync(join(configuration.dataDir, 'releases/one/3.0.0-33333333'), { recursive: true })
    await bucket.age(31)
    await createRolloutClient(first).post('/-/releases/collect', {})
    expect(await openReleaseStore(configuration).ensureLocal(lost)).toBe(false)
    expect((await fetchFile(second, '1.0.0-0a1b2c3d'))[0]).toBe(200)
  })
})

test('a release store requires credentials and a valid URL', () => {
  const read = (environment: Record<string, string>) => readConfiguration({ ...secret, ...environment }, '/')
  expect(() => read({ RELEASE_STORE: 's3://releases' })).toThrow(
    'AWS_ACCESS_KEY_ID: expected a value because RELEASE_STORE is set',
  )
  const account = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'hunter2' }
  expect(() => read({ RELEASE_STORE: 'https://releases', ...account })).toThrow(
    'RELEASE_STORE: expected a URL such as s3://bucket/prefix',
  )
  expect(
    read({ RELEASE_STORE: 's3://releases/site/', AWS_REGION: 'eu-central-1', ...account }).releaseStore,
  ).toEqual({
    bucket: 'releases',
    prefix: 'site/',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    accessKeyId: 'key',
    secretAccessKey: 'hunter2',
  })
})
