import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { patience } from '@portico/kit/testing/patience.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { packRemote } from '../../testing/archives.ts'
import { getTestEntry } from '../../testing/builds.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestBucket, type TestBucket } from '../../testing/s3-server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openReleaseStore } from '../storage/open-release-store.ts'
import { backfillStore, startBackfill } from './backfill-store.ts'

const signal = new AbortController().signal
let database: TestDatabase
let bucket: TestBucket
let server: TestServer
let published: string
// Simulates a site that has stored its releases in the data folder and now gets a store.
beforeEach(async () => {
  database = await createTestDatabase()
  bucket = await createTestBucket()
  server = await startTestServer(database)
  await publishSite(server, 'one')
  published = await createRolloutClient(server).publish('one', '1.1.0')
  await server.stop()
})
afterEach(async () => {
  await server.stop()
  await bucket.remove()
  await database.remove()
})

const restart = async () => {
  server = await startTestServer(database, bucket.environment)
}
const folder = (...names: string[]) => join(database.dataDir, 'releases', ...names)
const fetchFile = async (id: string) => (await server.app.inject(`/r/one/${id}/remote.js`)).body
const createLog = () => {
  const lines: string[] = []
  return { lines, log: { warn: (_from: unknown, text?: string) => void lines.push(text ?? String(_from)) } }
}

/** Deletes the folder of all releases, in which the server may be writing. */
function loseFolder(): void {
  rmSync(folder(), { recursive: true, maxRetries: 10 })
}

test('a site that starts using a store uploads its releases, including those not built on this machine', async () => {
  await restart()
  await vi.waitFor(
    () => expect(server.logged.join()).toContain('Uploaded 3 releases to RELEASE_STORE.'),
    patience,
  )
  loseFolder() // as on another machine
  expect(await fetchFile(published)).toBe(getTestEntry('one', '11111111'))
  expect(await fetchFile('1.0.0-0a1b2c3d')).toBe(getTestEntry('one', '0a1b2c3d'))
  expect(existsSync(folder('one', published, 'remote.js.br'))).toBe(true)
})

test('stored releases are not uploaded again', async () => {
  await restart()
  await vi.waitFor(() => expect(server.logged.join()).toContain('Uploaded'), patience)
  expect(await backfillStore(server, { ...createLog(), signal })).toBe(0)
  expect(globSync('**/*.tmp', { cwd: folder() })).toEqual([])
})

test('a release with a damaged file is logged and skipped, and the others are uploaded', async () => {
  writeFileSync(folder('one', published, 'remote.js'), 'damaged')
  await restart()
  await vi.waitFor(() => expect(server.logged.join()).toContain('Uploaded 2 releases'), patience)
  expect(server.logged.join()).toContain(
    `one@${published} in the data folder differs from what was published`,
  )
  expect(server.logged.join()).toContain('Publish the same build again')
  loseFolder()
  expect((await server.app.inject(`/r/one/${published}/remote.js`)).statusCode).toBe(404)
  expect(await fetchFile('1.0.0-0a1b2c3d')).toBe(getTestEntry('one', '0a1b2c3d'))
})

test('publishing the same build again repairs a damaged release and uploads it', async () => {
  writeFileSync(folder('one', published, 'remote.js'), 'damaged')
  await restart()
  await vi.waitFor(() => expect(server.logged.join()).toContain('Uploaded 2 releases'), patience)
  const archive = await packRemote('one', { version: '1.1.0', hash: '11111111' })
  const { statusCode } = await createRolloutClient(server).archive('PUT', '/-/releases/one/1.1.0', archive)
  expect(statusCode).toBe(200)
  loseFolder()
  expect(await fetchFile(published)).toBe(getTestEntry('one', '11111111'))
})

test('while the store is unavailable the site serves from its folder and retries the upload', async () => {
  await bucket.stop()
  await restart()
  expect(await fetchFile(published)).toBe(getTestEntry('one', '11111111'))
  const { lines, log: logger } = createLog()
  const stop = startBackfill(server, { log: logger, everyMs: 5 })
  await vi.waitFor(() => expect(lines).toHaveLength(1), patience)
  expect(lines[0]).toContain('Retrying')
  await bucket.start()
  await vi.waitFor(() => expect(lines[1]).toBe('Uploaded 3 releases to RELEASE_STORE.'), patience)
  await stop()
  loseFolder()
  expect(await openReleaseStore(server.configuration).listUploads()).toEqual([])
  expect(await fetchFile(published)).toBe(getTestEntry('one', '11111111'))
})
