import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DiscoveryDocumentSchema } from '@portico/shared/release/discovery-document.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { integrityOf } from '../../testing/builds.ts'
import { makeStager, publishSite } from '../../testing/rollout-site.ts'
import { makeTestBucket, type TestBucket } from '../../testing/s3-server.ts'
import { createTestDatabase, type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { publishAtStartup } from '../lifecycle/publish-at-startup.ts'
import { openReleaseStore } from './open-release-store.ts'

const patience = { timeout: 60_000, interval: 50 }
const secret = { SITE_SECRET: 's'.repeat(32) }
// SQLite is a file of one machine.
const shared = testDatabases.filter(({ kind }) => kind === 'postgres')

describe.each(shared)('two machines with one database on $kind and one store of releases', ({ create }) => {
  let place: TestDatabase
  let bucket: TestBucket
  let one: TestServer
  let two: TestServer
  const folders: TestDatabase[] = []
  /** A server with a data folder of its own. */
  async function start(): Promise<TestServer> {
    const folder = await createTestDatabase()
    folders.push(folder)
    const { databaseUrl } = place
    return startTestServer({ ...folder, databaseUrl }, { ...bucket.environment, ...secret })
  }
  beforeEach(async () => {
    place = await create()
    bucket = await makeTestBucket()
    one = await start()
    two = await start()
  })
  afterEach(async () => {
    await one.stop()
    await two.stop()
    await bucket.remove()
    for (const folder of folders.splice(0)) await folder.remove()
    await place.remove()
  })

  const documentOf = async (server: TestServer) =>
    v.parse(DiscoveryDocumentSchema, (await server.app.inject('/-/discovery.json')).json())
  const versionOf = async (server: TestServer) => (await documentOf(server)).remotes.one?.stable.version
  const fileOf = async (server: TestServer, id: string) => {
    const { statusCode, body } = await server.app.inject(`/r/one/${id}/remote.js`)
    return [statusCode, body]
  }

  test('serve the same release, wherever it was published', async () => {
    await publishSite(one, 'one')
    const to = await makeStager(one).publish('one', '1.1.0')
    await makeStager(one).start('one', to, 'now')
    await vi.waitFor(async () => expect(await versionOf(two)).toBe('1.1.0'), patience)
    expect(existsSync(join(two.configuration.dataDir, 'releases/one', to, 'remote.js.br'))).toBe(true)
    expect(await fileOf(two, to)).toEqual([200, 'entry of one 11111111'])
    const never = await makeStager(one).publish('one', '1.2.0', '22222222')
    expect(await fileOf(two, never)).toEqual([200, 'entry of one 22222222'])
    expect((await fileOf(two, '9.9.9-99999999'))[0]).toBe(404)
  })

  test('publish at a start what the other one has built, too', async () => {
    await publishSite(one, 'one')
    await publishSite(two, 'one')
    const dist = join(one.configuration.dataDir, 'dist-of-one')
    rmSync(join(two.configuration.dataDir, 'releases'), { recursive: true })
    await publishAtStartup(dist, two)
    expect(await fileOf(two, '1.0.0-0a1b2c3d')).toEqual([200, 'entry of one 0a1b2c3d'])
  })

  test('change nothing for visitors while the files of a change cannot be fetched', async () => {
    await publishSite(one, 'one')
    await vi.waitFor(async () => expect(await versionOf(two)).toBe('1.0.0'), patience)
    const to = await makeStager(one).publish('one', '1.1.0')
    await bucket.stop()
    await makeStager(one).start('one', to, 'now')
    expect(await versionOf(one)).toBe('1.1.0')
    await vi.waitFor(() => expect(two.logged.join()).toContain('does not respond'), patience)
    expect(await versionOf(two)).toBe('1.0.0')
    expect((await fileOf(two, to))[0]).toBe(503)
    await bucket.start()
    await vi.waitFor(async () => expect(await versionOf(two)).toBe('1.1.0'), patience)
  })

  test('collect what a killed publish has left in the store, once it is a day old', async () => {
    await publishSite(one, 'one')
    const { configuration } = one
    const store = openReleaseStore(readConfiguration({ DATA_DIR: place.dataDir, ...bucket.environment }, '/'))
    const files = { 'remote.js': { integrity: integrityOf('x'), bytes: 1 } }
    const lost = { app: 'one', id: '3.0.0-33333333', files }
    const read = async (name: string) => (name === 'remote.js' ? Buffer.from('x') : null)
    await store.stage(read, lost) // and never placed
    await makeStager(one).post('/-/releases/collect', {})
    expect(await openReleaseStore(configuration).ensureLocal(lost)).toBe(true)
    rmSync(join(configuration.dataDir, 'releases/one/3.0.0-33333333'), { recursive: true })
    await bucket.age()
    await makeStager(one).post('/-/releases/collect', {})
    expect(await openReleaseStore(configuration).ensureLocal(lost)).toBe(false)
    expect((await fileOf(two, '1.0.0-0a1b2c3d'))[0]).toBe(200)
  })
})

test('a store needs an account, and a wrong address is named', () => {
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
