import fastifyCookie from '@fastify/cookie'
import { patience } from '@portico/kit/testing/patience.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RawRequest, sendRaw } from '../../testing/raw-request.ts'
import type { RecordResponse } from '../request-metrics.ts'
import { createLimitedServer } from '../requests/limit-request-time.ts'
import { toDecodableUrl } from '../requests/to-decodable-url.ts'
import { createEventLoopWatch } from '../watch-event-loop.ts'
import type { Answer } from './answer.ts'
import type { PlainRequest } from './direct-request.ts'
import { createDirectRoutes, type DirectRoute, type DirectRoutes } from './direct-routes.ts'

const answer = vi.fn<(request: PlainRequest, params: DirectRoute['Params']) => Answer | Promise<Answer>>()
const record = vi.fn<RecordResponse>()
const routed = vi.fn()
const text = (body: string, status = 200): Answer => ({
  status,
  headers: ['content-type', 'text/plain', 'content-length', String(Buffer.byteLength(body))],
  body: Buffer.from(body),
})

let app: FastifyInstance
let direct: DirectRoutes

beforeEach(() => open(false))
afterEach(() => app.close())

/** Starts a server with one direct route, `/page/:name`. */
async function open(trustedProxy: false | string[]): Promise<void> {
  vi.resetAllMocks()
  answer.mockImplementation((_request, { name }) => text(`Page ${name}`))
  direct = createDirectRoutes({ trustedProxy }, record, createEventLoopWatch())
  const limits = { requestDeadlineMs: 10_000, trustedProxy, addressLimitFactor: 1 }
  app = Fastify({
    trustProxy: trustedProxy,
    rewriteUrl: ({ url }) => toDecodableUrl(url ?? '/'),
    serverFactory: (fastify) =>
      createLimitedServer(limits, direct.listen(fastify), { getHeaders: () => ({}), report: () => {} }),
  })
  app.addHook('onRequest', (request, _reply, done) => {
    routed(request.method)
    done()
  })
  app.addHook('preClose', async () => direct.stop())
  await app.register(fastifyCookie)
  app.get<DirectRoute>('/page/:name', direct.handle(answer))
  await app.listen({ port: 0, host: '127.0.0.1' })
}

const send = (request: Partial<RawRequest> = {}) => sendRaw(app, { path: '/page/one', ...request })

/** The response by Fastify, then the one without it. */
async function sendTwice(request: Partial<RawRequest> = {}) {
  const responses = [await send(request), await send(request)] as const
  expect(routed).toHaveBeenCalledTimes(1)
  for (const { headers } of responses) delete headers.date
  return responses
}

test('Fastify leads an address to its route once, and further requests get the same response', async () => {
  const [first, second] = await sendTwice()
  expect(second).toEqual(first)
  expect(second).toMatchObject({ status: 200, body: 'Page one', headers: { 'content-length': '8' } })
  expect((await send({ path: '/page/two' })).body).toBe('Page two')
  expect(routed).toHaveBeenCalledTimes(2)
})

test('an answer has its cookies, and may have no body', async () => {
  const cookies = ['a=1; Path=/', 'b=2; Path=/']
  answer.mockReturnValue({
    status: 303,
    headers: ['location', '/', 'content-length', '0'],
    cookies,
    body: null,
  })
  const [first, second] = await sendTwice()
  expect(second).toEqual(first)
  expect(second).toMatchObject({ status: 303, body: '', headers: { location: '/', 'set-cookie': cookies } })
})

test('an unchanged page has no length', async () => {
  answer.mockReturnValue({ status: 304, headers: ['etag', '"a"'], body: null })
  const [first, second] = await sendTwice()
  expect(second).toEqual(first)
  expect(second.headers['content-length']).toBeUndefined()
})

test('an answer that has to wait for something is sent when it is there', async () => {
  answer.mockImplementation(async () => text('later'))
  const [first, second] = await sendTwice()
  expect(second).toEqual(first)
})

test.each<[string, Partial<RawRequest>]>([
  ['HEAD', { method: 'HEAD' }],
  ['POST', { method: 'POST' }],
  ['a request with a body', { headers: { 'transfer-encoding': 'chunked' } }],
  ['a request by a proxy that is not trusted', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
])('Fastify answers %s', async (_what, request) => {
  await send()
  await send(request)
  expect(routed).toHaveBeenCalledTimes(2)
})

test('an address that leads to nothing is not remembered', async () => {
  answer.mockImplementation(() => text('nothing', 404))
  await send()
  await send()
  expect(routed).toHaveBeenCalledTimes(2)
})

test('a very long address is not remembered', async () => {
  for (let request = 1; request <= 2; request += 1) await send({ path: `/page/one?${'a'.repeat(500)}` })
  expect(routed).toHaveBeenCalledTimes(2)
})

test.each<[string, () => Answer | Promise<Answer>]>([
  ['throws', () => expect.unreachable()],
  ['rejects', () => Promise.reject(new Error('failed'))],
  ['has an invalid header', () => ({ ...text(''), headers: ['x-text', 'a\nb'] })],
])('an answer that %s becomes Fastify’s error response', async (_what, fail) => {
  await send()
  answer.mockImplementation(fail)
  expect((await send()).status).toBe(500)
  expect(routed).toHaveBeenCalledTimes(2)
})

test('each response is recorded once, with the pattern of its route', async () => {
  await sendTwice()
  answer.mockImplementation(() => text('gone', 410))
  await send()
  await vi.waitFor(() => expect(record).toHaveBeenCalledTimes(2), patience)
  for (const [at, statusCode] of [200, 410].entries())
    expect(record).toHaveBeenNthCalledWith(at + 1, '/page/:name', {
      method: 'GET',
      statusCode,
      elapsedMs: expect.any(Number),
    })
})

test('a server that stops leaves its requests to Fastify', async () => {
  await send()
  direct.stop()
  await send()
  expect(routed).toHaveBeenCalledTimes(2)
})

const echo = ({ cookies, headers, hostname, ip, originalUrl, url }: PlainRequest) =>
  text(JSON.stringify({ cookies, headers, hostname, ip, originalUrl, url }))

test.each<[string, false | string[], Partial<RawRequest>]>([
  ['cookies', false, { headers: { cookie: 'a=b; c="d"; e=%20f; a=g; h' } }],
  ['no cookie', false, { headers: { cookie: '' } }],
  ['a malformed path', false, { path: '/page/%E0%A4%A?q=%E0' }],
  ['an IPv6 host', false, { headers: { host: '[::1]:3000' } }],
  ['a port', false, { headers: { host: 'portico.example:3000' } }],
  ['a proxy', ['loopback'], { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['proxies', ['loopback', '10.0.0.0/8'], { headers: { 'x-forwarded-for': '203.0.113.7, 10.1.1.1' } }],
  ['a forged address', ['loopback'], { headers: { 'x-forwarded-for': '203.0.113.7, 203.0.113.8' } }],
  ['a proxy’s host', ['loopback'], { headers: forwardHost('a.example, b.example:80') }],
])('a request with %s is for a direct route what it is for Fastify', async (_what, trusted, request) => {
  await app.close()
  await open(trusted)
  answer.mockImplementation(echo)
  const [first, second] = await sendTwice(request)
  expect(JSON.parse(second.body)).toEqual(JSON.parse(first.body))
})

test.each([
  ['203.0.113.7, 203.0.113.8', ['loopback'], '203.0.113.8'],
  ['203.0.113.7, 203.0.113.8, 10.1.1.1', ['loopback', '10.0.0.0/8'], '203.0.113.8'],
  ['127.0.0.1, 203.0.113.8', ['loopback'], '203.0.113.8'],
])(
  'of the addresses %s, with %j trusted, the last untrusted one counts: %s',
  async (forwarded, trusted, ip) => {
    await app.close()
    await open(trusted)
    answer.mockImplementation(echo)
    for (const { body } of await sendTwice({ headers: { 'x-forwarded-for': forwarded } }))
      expect(JSON.parse(body)).toMatchObject({ ip })
  },
)

function forwardHost(host: string) {
  return { 'x-forwarded-host': host, 'x-forwarded-for': '203.0.113.7' }
}
