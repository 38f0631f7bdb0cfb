import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { packRemote } from '../../testing/archives.ts'
import { writeRemote, writeShell } from '../../testing/builds.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createUploads } from '../../testing/uploads.ts'
import { findMissingAccess, findUnreachableOrigin } from './remote-access.ts'

const first: RemoteOrigins = {
  connect: ['https://api.weather.example', 'wss://live.weather.example'],
  image: ['https://tiles.weather.example'],
  media: ['https://clips.weather.example'],
  frame: ['https://map.weather.example'],
}
const second: RemoteOrigins = { connect: ['https://api2.weather.example'] }
const missing = Object.values(first)
  .flat()
  .map((origin) => `weather=${origin}`)
  .join(' ')
const all = `${missing} weather=https://api2.weather.example`

let database: TestDatabase
let server: TestServer
const { client, put, publishShell, expectRejected } = createUploads(() => server)
let policyOfOthers = ''
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer(database)
  await publishShell()
  await server.stop()
  server = await startTestServer(database)
  policyOfOthers = (await open('/old')).policy
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

async function restart(access: string) {
  await server.stop()
  server = await startTestServer(database, { REMOTE_ACCESS: access })
}

async function publish(version: string, origins: RemoteOrigins) {
  const hash = `${version.replaceAll('.', '')}66666`
  const files = { 'worker.js': 'start()' }
  const record = { origins, workers: Object.keys(files) }
  const archive = await packRemote('weather', { version, hash, files, record })
  const checked = await client().archive('POST', `/-/releases/weather/${version}/check`, archive)
  const published = await put(archive, `/-/releases/weather/${version}`)
  expect(published.statusCode).toBe(201)
  return { checked: checked.json(), published: published.json() }
}

const start = (to: string) => client().post('/-/rollouts', { remote: 'weather', to, plan: 'now' })

async function open(url: string) {
  const { headers, body, statusCode } = await server.app.inject({ url })
  const policy = String(headers['content-security-policy'])
  const data = readPageData(body)
  const { release } = data.remotes.find(({ name }) => name === 'weather') ?? {}
  return { statusCode, headers, policy, data, release }
}

test('a release that needs other origins is published with a warning, and not started until they are approved', async () => {
  const { checked, published } = await publish('1.0.0', first)
  const warning = { check: 'origins', isOk: true, isWarning: true, hint: expect.stringContaining(missing) }
  expect([checked.isOk, checked.findings]).toEqual([
    true,
    expect.arrayContaining([expect.objectContaining(warning)]),
  ])
  expect(published.warnings).toMatchObject([warning])
  const refused = await start('1.0.0')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'access-missing', hint: expect.stringContaining(`${missing} to REMOTE_ACCESS`) },
  ])
})

test('the policy of its pages allows what the operator has approved, and that of others does not change', async () => {
  await restart(all)
  expect((await start('1.0.0')).statusCode).toBe(201)
  const { policy, data, release } = await open('/weather')
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "connect-src 'self' https://api.weather.example wss://live.weather.example",
      "img-src 'self' data: blob: https://tiles.weather.example",
      "media-src 'self' blob: https://clips.weather.example",
      'frame-src https://map.weather.example',
    ]),
  )
  expect([data.policyFor, release?.origins]).toEqual(['weather', first])
  for (const address of ['/old', '/no/such/page', '/old/1']) {
    const other = await open(address)
    expect([other.policy, other.data.policyFor]).toEqual([policyOfOthers, undefined])
  }
})

const worker = '/r/weather/1.0.0-10066666/worker.js'
const openWorker = (headers = {}) => server.app.inject({ url: worker, headers })
const toWorkerPolicy = (...origins: readonly string[]) => {
  const own = `http://127.0.0.1:3000${worker.replace('worker.js', '')}`
  const connect = [own, ...origins].join(' ')
  return `default-src 'none'; script-src ${own}; connect-src ${connect}; frame-ancestors 'none'`
}
let workerTag = ''

test('its workers load scripts and data of their release, and connect to what the operator has approved', async () => {
  const { headers } = await openWorker()
  expect(headers).toMatchObject({
    'content-security-policy': toWorkerPolicy(...(first.connect ?? [])),
    'cache-control': 'public, no-cache',
  })
  workerTag = String(headers.etag)
  const again = await openWorker({ 'if-none-match': workerTag })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', workerTag])
})

test('a page whose release may be replaced by its fallback allows the origins of both', async () => {
  await publish('1.1.0', second)
  expect((await start('1.1.0')).statusCode).toBe(201)
  expect((await open('/weather')).policy).toContain(
    "connect-src 'self' https://api2.weather.example https://api.weather.example wss://live.weather.example;",
  )
})

test('without the approval, the page no longer allows them from the next start on, and can be rolled back', async () => {
  await restart('other=https://api2.weather.example weather=https://api.weather.example')
  const revoked = await open('/weather')
  expect([revoked.statusCode, revoked.release]).toEqual([
    200,
    expect.not.objectContaining({ origins: second }),
  ])
  expect(revoked.policy).toContain("connect-src 'self' https://api.weather.example;")
  const { statusCode, headers } = await openWorker({ 'if-none-match': workerTag })
  expect([statusCode, headers['content-security-policy']]).toEqual([
    200,
    toWorkerPolicy('https://api.weather.example'),
  ])
  expect((await client().post('/-/remotes/weather/rollback', { reason: 'test' })).statusCode).toBe(200)
  expect((await open('/weather')).release).toMatchObject({ version: '1.0.0' })
})

test('the headers of a page with as many origins as are allowed fit into 4 KiB', async () => {
  const create = (name: string) =>
    Array.from({ length: 20 }, (_, n) => `https://${name}${n}.a-rather-long-name-of-a-host.example`)
  const needed = [create('a'), create('b')].map((list) => ({ connect: list }))
  await restart(needed.flatMap(({ connect }) => connect.map((origin) => `weather=${origin}`)).join(','))
  for (const [n, origins] of needed.entries()) {
    await publish(`2.${n}.0`, origins)
    expect((await start(`2.${n}.0`)).statusCode).toBe(201)
  }
  const { headers, policy } = await open('/weather')
  expect(policy.match(/a-rather-long/g)).toHaveLength(40)
  const bytes = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + `${name}: ${value}\r\n`.length,
    0,
  )
  expect(bytes).toBeLessThan(4_096)
})

test.each([
  ["https://evil.example'; script-src *", ["https://evil.example'; script-src *"]],
  ['https://*', ['https://*']],
  ['10,000 origins', Array.from({ length: 10_000 }, (_, n) => `https://a${n}.example`)],
])('a release that names %s is refused', async (_what, connect) => {
  const archive = await packRemote('weather', { version: '4.0.0', record: { origins: { connect } } })
  const { detail } = await expectRejected(archive, 'validation-failed', '/-/releases/weather/4.0.0')
  expect(detail).toMatch(/^record: .*origins/)
  expect(detail?.length).toBeLessThan(400)
})

test('a start shows the builds of the operator, and names the line for what they need', async () => {
  const dist = join(database.dataDir, 'own')
  writeShell(dist)
  const record = writeRemote(dist, 'tides')
  const file = join(dist, 'tides', 'release.json')
  writeFileSync(file, JSON.stringify({ ...record, origins: second }))
  const warnings: string[] = []
  await publishAtStartup(dist, server, (warning) => warnings.push(warning))
  expect(warnings).toEqual([
    expect.stringContaining('Add tides=https://api2.weather.example to REMOTE_ACCESS.'),
  ])
})

test('a release with WebAssembly is published once the operator lets its remote run it, on its pages and workers alone', async () => {
  const files = { 'sum.wasm': '\0asm', 'worker.js': 'start()' }
  const record = { origins: { run: ['wasm'] }, workers: ['worker.js'] }
  const archive = await packRemote('weather', { version: '5.0.0', files, record })
  await restart('other=wasm')
  const { detail, hint } = await expectRejected(archive, 'validation-failed', '/-/releases/weather/5.0.0')
  expect(detail).toContain('file-types: sum.wasm: this site doesn’t let weather run WebAssembly')
  expect(hint).toContain('add weather=wasm to REMOTE_ACCESS')
  await restart('weather=wasm')
  expect((await put(archive, '/-/releases/weather/5.0.0')).statusCode).toBe(201)
  expect((await start('5.0.0')).statusCode).toBe(201)
  const folder = '/r/weather/5.0.0-0a1b2c3d/'
  const getPolicy = async (url: string) =>
    String((await server.app.inject({ url })).headers['content-security-policy'])
  for (const url of ['/weather', `${folder}worker.js`])
    expect(await getPolicy(url)).toMatch(/script-src [^;]+ 'wasm-unsafe-eval';/)
  for (const url of ['/old', '/no/such/page', `${folder}remote.js`])
    expect(await getPolicy(url)).not.toContain('unsafe')
  const { headers } = await server.app.inject({ url: `${folder}sum.wasm` })
  expect(headers['content-type']).toBe('application/wasm')
})

test('each refusal names the guide', async () => {
  await restart('')
  await publish('3.0.0', second)
  const wrong = await packRemote('weather', { version: '3.1.0', record: { global: 'wrong' } })
  for (const refused of [await start('3.0.0'), await put(wrong, '/-/releases/weather/3.1.0')])
    expect(refused.json().hint).toMatch(/docs\/guides\/what-a-remote-can-do\.md\.$/)
})

const settings = { host: '0.0.0.0', publicUrl: 'https://site.example', releasesFrom: null }
const local = { ...settings, host: '127.0.0.1', publicUrl: 'http://localhost:3000' }
const onMachine = { remote: 'weather', origins: { connect: ['http://localhost:4000'] } }

test.each([
  ['https://127.0.0.2', settings, false],
  ['http://localhost:4000', settings, false],
  ['http://localhost:4000', local, true],
  ['https://api.example', settings, true],
])('%s can be used on %j: %s', (origin, where, isReachable) => {
  const remoteAccess = [{ remote: 'weather', value: origin }]
  const release = { remote: 'weather', origins: { connect: [origin] } }
  const found = [findMissingAccess, findUnreachableOrigin].map((find) =>
    find(release, { ...where, remoteAccess }),
  )
  expect(found.map((failure) => failure === null)).toEqual([isReachable, isReachable])
})

test('in development, pages may use what the manifest names', () => {
  expect(findMissingAccess(onMachine, { ...local, releasesFrom: '/dist', remoteAccess: [] })).toBeNull()
})
