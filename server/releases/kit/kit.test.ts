import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { writeShell } from '../../testing/builds.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createTestBucket, type TestBucket } from '../../testing/s3-server.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openReleaseStore } from '../storage/open-release-store.ts'
import { publishKit } from './kit-store.ts'

const old = '1.0.0-0a1b2c3d'
const newest = '1.1.0-rc.1-11111111'
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A folder of builds with a kit. */
function build(id: string, bytes = `kit ${id}`): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-kit-'))
  folders.push(folder)
  mkdirSync(join(folder, 'shell'))
  writeFileSync(join(folder, `kit-${id}.tgz`), gzipSync(bytes))
  return folder
}

async function publish(server: TestServer, folder: string): Promise<string[]> {
  const warnings: string[] = []
  await publishKit(folder, {
    configuration: server.configuration,
    log: { warn: (_: unknown, text?: string) => void warnings.push(text ?? '') },
  })
  return warnings
}

const fetchCurrent = async (server: TestServer) => {
  const { statusCode, headers } = await server.app.inject('/-/kit.tgz')
  return [statusCode, headers.location]
}
const fetchKit = async (server: TestServer, id: string) => {
  const { statusCode, rawPayload } = await server.app.inject(`/-/kit/${id}.tgz`)
  return [statusCode, statusCode === 200 ? gunzipSync(rawPayload).toString() : '']
}

describeWithServer('a site without a kit', (server) => {
  test('says how to build one', async () => {
    await publish(server(), join(build(old), 'shell'))
    const response = await server().app.inject('/-/kit.tgz')
    expect([response.statusCode, response.json().code]).toEqual([404, 'not-found'])
    expect(response.json().hint).toContain('npm run build')
  })
})

describeWithServer('the kit of a site', (server) => {
  test('is the one that was published last, and is never cached under the short URL', async () => {
    for (const id of [old, newest]) await publish(server(), build(id))
    const { statusCode, headers } = await server().app.inject('/-/kit.tgz')
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      302,
      `/-/kit/${newest}.tgz`,
      'no-cache',
    ])
    await publish(server(), build(old))
    expect(await fetchCurrent(server())).toEqual([302, `/-/kit/${old}.tgz`])
  })

  test('stays under its own URL forever, with the same bytes and without any right to the site', async () => {
    await publish(server(), build(old))
    await publish(server(), build(newest))
    await publish(server(), build(old, 'the same files, packed by another version of Node'))
    const { statusCode, headers, rawPayload } = await server().app.inject(`/-/kit/${old}.tgz`)
    expect([statusCode, gunzipSync(rawPayload).toString()]).toEqual([200, `kit ${old}`])
    expect(headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-length': String(rawPayload.length),
    })
  })

  test('is in memory once, however many clients read it slowly', async () => {
    const bytes = randomBytes(8 * 1024 * 1024)
    const folder = build('3.0.0-33333333')
    writeFileSync(join(folder, 'kit-3.0.0-33333333.tgz'), gzipSync(bytes))
    await publish(server(), folder)
    await server().app.listen({ port: 0, host: '127.0.0.1' })
    const [address] = server().app.addresses()
    const before = process.memoryUsage().arrayBuffers
    const sockets = Array.from({ length: 40 }, () =>
      connect(typeof address === 'object' ? address.port : 0, '127.0.0.1').pause(),
    )
    for (const socket of sockets) socket.write('GET /-/kit/3.0.0-33333333.tgz HTTP/1.1\r\nhost: a\r\n\r\n')
    await Promise.all(sockets.map((socket) => once(socket, 'readable')))
    const used = process.memoryUsage().arrayBuffers - before
    for (const socket of sockets) socket.destroy()
    expect(used).toBeLessThan(10 * bytes.length)
  })

  test('is the one that was built last, if a folder has several', async () => {
    const folder = build('2.0.0-22222222')
    const other = join(folder, 'kit-2.0.0-33333333.tgz')
    writeFileSync(other, 'older')
    utimesSync(other, 0, 0)
    await publish(server(), folder)
    expect(await fetchCurrent(server())).toEqual([302, '/-/kit/2.0.0-22222222.tgz'])
  })

  test.each([
    '9.9.9-99999999.tgz',
    `${old}.zip`,
    old,
    'current',
    'current.tgz',
    '..%2F..%2Fadmin-token',
    '..%2Fkits%2F1.0.0-0a1b2c3d.tgz',
    '%2e%2e.tgz',
  ])('there is no kit %s', async (file) => {
    const response = await server().app.inject(`/-/kit/${file}`)
    expect([response.statusCode, response.json().code]).toEqual([404, 'not-found'])
  })
})

describe('the shell for development', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.remove())

  /** Starts a server whose shell has these files, and asks for the one for development. */
  async function request(version: string, files: Record<string, string>) {
    const builds = mkdtempSync(join(tmpdir(), 'portico-shell-'))
    folders.push(builds)
    writeShell(builds, { version, files })
    const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
    const { db, close } = await openTestDatabase(configuration)
    await publishAtStartup(builds, { configuration, db })
    await close()
    const server = await startTestServer(database)
    const response = await server.app.inject('/-/kit/shell.json')
    const { script, release } = response.json()
    const file = await server.app.inject(`/r/shell/${release}/${script?.file}`)
    await server.stop()
    return { response, file }
  }

  test('is a file of the release in use, with its hash; a shell from before says what to do', async () => {
    const before = await request('1.0.0', {})
    expect([before.response.statusCode, before.response.json().hint]).toEqual([
      404,
      expect.stringContaining('npm start'),
    ])
    const shell = { 'development.js': 'develop()', 'inspect.js': 'inspect()' }
    const { response, file } = await request('1.1.0', shell)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.json()).toEqual({
      release: expect.stringMatching(/^1\.1\.0-/),
      script: { file: 'development.js', integrity: computeIntegrity('develop()') },
      inspector: { file: 'inspect.js', integrity: computeIntegrity('inspect()') },
    })
    expect([file.statusCode, file.body]).toEqual([200, 'develop()'])
  })
})

describe('two servers with one release store', () => {
  let bucket: TestBucket
  const databases: TestDatabase[] = []
  const servers: TestServer[] = []
  beforeAll(async () => {
    bucket = await createTestBucket()
    for (const _ of ['one', 'two']) {
      const database = await createTestDatabase()
      databases.push(database)
      servers.push(await startTestServer(database, bucket.environment))
    }
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    for (const database of databases) await database.remove()
    await bucket.remove()
  })

  function getServers(): readonly [TestServer, TestServer] {
    const [publisher, reader] = servers
    if (publisher === undefined || reader === undefined) throw new Error('Expected two servers.')
    return [publisher, reader]
  }

  test('both serve a kit that one of them has published', async () => {
    const [publisher, reader] = getServers()
    await publish(publisher, build(old))
    expect(await fetchCurrent(reader)).toEqual([302, `/-/kit/${old}.tgz`])
    expect(await fetchKit(reader, old)).toEqual([200, `kit ${old}`])
    await bucket.stop()
    expect(await fetchKit(reader, old)).toEqual([200, `kit ${old}`])
    expect([(await fetchCurrent(reader))[0], (await fetchKit(reader, newest))[0]]).toEqual([503, 503])
    await bucket.start()
    expect((await fetchKit(reader, newest))[0]).toBe(404)
  })

  test('a kit that the store has damaged is not served, and the next start repairs it', async () => {
    const [publisher, reader] = getServers()
    const damaged = '0.9.0-44444444'
    await publish(publisher, build(damaged))
    const end = bucket.lie({ get: (_path, bytes) => bytes.subarray(0, -4) })
    expect((await fetchKit(reader, damaged))[0]).toBe(503)
    end()
    expect(await fetchKit(reader, damaged)).toEqual([200, `kit ${damaged}`])
    const restore = bucket.lie({ get: (path, bytes) => (path.endsWith('.tgz') ? bytes.subarray(1) : bytes) })
    await publish(publisher, build(damaged))
    restore()
    await bucket.stop()
    expect(await fetchKit(publisher, damaged)).toEqual([200, `kit ${damaged}`])
    await bucket.start()
  })

  test('the bytes that were published first count', async () => {
    const [publisher, reader] = getServers()
    await publish(publisher, build(newest))
    await publish(reader, build(newest, 'other bytes'))
    expect(await fetchKit(reader, newest)).toEqual([200, `kit ${newest}`])
  })

  test('while the store is unavailable, a site starts without its newest kit', async () => {
    const [publisher] = getServers()
    await bucket.stop()
    expect(await publish(publisher, build('3.0.0-33333333'))).toEqual([
      'The remote kit was not published. The next start tries again.',
    ])
    await bucket.start()
    expect((await fetchKit(publisher, '3.0.0-33333333'))[0]).toBe(404)
  })

  test('kits are no releases, so they are not collected with what crashed publishes have left', async () => {
    const [publisher, reader] = getServers()
    await publish(publisher, build(old))
    await bucket.age()
    expect(await openReleaseStore(publisher.configuration).listUploads()).toEqual([])
    expect(await fetchKit(reader, old)).toEqual([200, `kit ${old}`])
  })
})
