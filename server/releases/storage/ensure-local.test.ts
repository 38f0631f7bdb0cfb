import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestBucket, type TestBucket } from '../../testing/s3-server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findNamedRelease } from './ensure-local.ts'
import { openReleaseStore } from './open-release-store.ts'
import { createReleaseDownloads } from './release-downloads.ts'

let database: TestDatabase
let bucket: TestBucket
let server: TestServer
beforeEach(async () => {
  database = await createTestDatabase()
  bucket = await createTestBucket()
  server = await startTestServer(database, bucket.environment)
})
afterEach(async () => {
  await server.stop()
  await bucket.remove()
  await database.remove()
})

test('concurrent requests for a release download it once', async () => {
  await publishSite(server, 'one')
  const document = await createRolloutClient(server).document()
  await rm(join(database.dataDir, 'releases'), { recursive: true })
  bucket.reads.length = 0
  const visit = () => server.app.inject('/r/one/1.0.0-0a1b2c3d/remote.js')
  const downloads = createReleaseDownloads(server, {
    onArrival: () => {},
    onError: (error) => expect.unreachable(String(error)),
  })
  const poll = () => downloads.start(document)
  const [first, second] = await Promise.all([visit(), visit(), poll(), poll(), poll()])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(bucket.reads.filter((path) => path.endsWith('/remote.js'))).toHaveLength(1)
  expect(new Set(bucket.reads).size).toBe(bucket.reads.length)
})

test('a failed download is retried', async () => {
  await publishSite(server, 'one')
  await rm(join(database.dataDir, 'releases'), { recursive: true })
  await bucket.stop()
  const visit = () => server.app.inject('/r/one/1.0.0-0a1b2c3d/remote.js')
  expect((await visit()).statusCode).toBe(503)
  await bucket.start()
  expect((await visit()).statusCode).toBe(200)
})

test('a release that is not stored anywhere is reported at startup, with what to do', async () => {
  await publishSite(server, 'one')
  const release = await findNamedRelease(server.db, { app: 'one', id: '1.0.0-0a1b2c3d' })
  if (release === null) throw new Error('one is not published.')
  const store = openReleaseStore(server.configuration)
  await store.removeLocal(release)
  await store.removeUpload(store.getUpload(release))
  await server.stop()
  server = await startTestServer(database, bucket.environment)
  expect(server.logged.join()).toContain(
    'The files of one@1.0.0-0a1b2c3d are neither on this machine nor in RELEASE_STORE. Start the machine that has them',
  )
  expect((await server.app.inject('/one')).statusCode).toBe(200)
})
