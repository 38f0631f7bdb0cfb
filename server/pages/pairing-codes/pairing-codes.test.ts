import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createQrCode, createQrSvg, type QrCode } from '@portico/kit/qr-code.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let database: TestDatabase
let server: TestServer
let verified: string
const requests: IncomingMessage[] = []
let respond: (response: ServerResponse) => void
const bots = createServer((request, response) => {
  requests.push(request)
  respond(response.setHeader('content-type', 'text/event-stream'))
})

beforeAll(async () => {
  bots.listen(0, '127.0.0.1')
  await once(bots, 'listening')
  const { port } = bots.address() as AddressInfo // not a pipe: it listens on a port
  database = await createTestDatabase()
  const owner: object = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../site.config.json'), 'utf8'),
  )
  const config = join(database.dataDir, 'owner.json')
  const pairingStreams = { mine: `http://127.0.0.1:${port}/codes?of=mine`, near: '/codes' }
  writeFileSync(config, JSON.stringify({ ...owner, pairingStreams }))
  server = await startTestServer(database, {
    SITE_CONFIG: config,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ADDRESS_LIMIT_FACTOR: '1',
  })
  verified = (await signUpAndVerify(server)).visitor.cookieHeader()
})
beforeEach(() => {
  requests.splice(0)
})
afterAll(async () => {
  await server.stop()
  await database.remove()
  bots.closeAllConnections()
  bots.close()
})

const getImage = (bot: string, cookie = verified) =>
  server.app.inject({ url: `/-/pairing/${bot}.svg`, headers: { cookie } })

test.each(['mine', 'near'])(
  'the first code of the stream of %s is sent as an image that nobody stores',
  async (bot) => {
    respond = (response) => response.write(': hello\n\ndata: {"code":""}\n\ndata: {"code":"2@first"}\n\n')
    const { statusCode, headers, body } = await getImage(bot)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'no-store',
    ])
    expect(body).toBe(createQrSvg(createQrCode('2@first') as QrCode))
    const [request] = requests
    expect(request?.headers.cookie, 'nobody else learns who asks').toBeUndefined()
    await once(request?.socket ?? bots, 'close') // the bot isn't kept waiting
  },
)

test('visitors who ask at the same time share one connection to the bot', async () => {
  const opened = Promise.withResolvers<ServerResponse>()
  respond = opened.resolve
  const images = [getImage('mine'), getImage('mine')]
  ;(await opened.promise).end('data: {"code":"2@shared"}\n\n')
  expect((await Promise.all(images)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(requests).toHaveLength(1)
})

test('only signed-in visitors get codes, and only of bots that have a stream', async () => {
  const unverified = (await signUp(server)).visitor.cookieHeader()
  for (const [bot, cookie] of [
    ['mine', ''],
    ['mine', unverified],
    ['other', verified],
    ['constructor', verified],
    ['..%2f..%2fmine', verified],
  ] as const)
    expect((await getImage(bot, cookie)).statusCode, bot).toBe(404)
  expect(requests).toEqual([])
})

test.each<[string, (response: ServerResponse) => void]>([
  ['is paired', (response) => response.end('event: paired\ndata: {}\n\n')],
  ['sends none', (response) => response.end('data: none\n\n')],
  ['refuses', (response) => response.writeHead(503).end()],
  ['hangs up', (response) => response.destroy()],
  ['redirects', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  [
    'sends a code that no phone can read',
    (response) => response.end(`data: {"code":"${'x'.repeat(4000)}"}\n\n`),
  ],
  ['never ends a line', (response) => response.write('x'.repeat(1_000_000))],
])('there is no image while the bot %s', async (_, answer) => {
  respond = answer
  expect((await getImage('mine')).statusCode).toBe(404)
  expect(requests).toHaveLength(1)
})

test('one address gets 60 images a minute', async () => {
  respond = (response) => response.end('data: {"code":"2@first"}\n\n')
  const request = { url: '/-/pairing/mine.svg', headers: { cookie: verified }, remoteAddress: '192.0.2.7' }
  const images = await Promise.all(Array.from({ length: 61 }, () => server.app.inject(request)))
  expect(images.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
})
