import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import pino from 'pino'
import { register } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendRaw } from '../testing/raw-request.ts'
import { createDirectRoutes, type DirectRoute } from './direct/direct-routes.ts'
import { createLimitedServer } from './requests/limit-request-time.ts'
import { createEventLoopWatch } from './watch-event-loop.ts'

let app: FastifyInstance
let lines: string[]

beforeEach(async () => {
  lines = []
  const log: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const watch = createEventLoopWatch()
  const direct = createDirectRoutes({ trustedProxy: false }, () => {}, watch)
  const limits = { requestDeadlineMs: 10_000, trustedProxy: false, addressLimitFactor: 1 } as const
  app = Fastify({
    loggerInstance: log,
    serverFactory: (fastify) =>
      createLimitedServer(limits, direct.listen(fastify), { getHeaders: () => ({}), report: () => {} }),
  })
  watch.watch(app)
  app.get<DirectRoute>(
    '/direct/:name',
    direct.handle((_request, { name }) => {
      if (name === 'slow') block()
      return { status: 200, headers: ['content-length', '0'], body: null }
    }),
  )
  app.get('/plain', async () => block())
  app.get('/later', async () => {
    await wait(50)
    block()
  })
  app.post('/form', async () => block())
  app.get('/waiting', async () => {
    setTimeout(block, 100) // after a tick of the watch, however busy the machine
    await wait(1_000)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

/** Takes 200 ms of processor time, which a busy machine may stretch. */
function block(): string {
  const start = process.threadCpuUsage().user
  while (process.threadCpuUsage().user - start < 200_000);
  return 'blocked'
}

/** What has been logged of this route, without what depends on the machine; without a route, of these open requests. */
const readLog = (name: string) =>
  lines
    .map((line) => JSON.parse(line).blocked)
    .filter(({ route, during }) => (route ?? String(during)) === name)
    .map(({ longestMs, cpuMs, ...logged }) => {
      expect(longestMs).toBeGreaterThan(100)
      expect(cpuMs).toBeGreaterThan(0)
      return logged
    })

test.each([
  ['without Fastify', 'GET', '/direct/slow', '/direct/:name'],
  ['by Fastify', 'GET', '/plain', '/plain'],
  ['after it has waited', 'GET', '/later', '/later'],
  ['with its body', 'POST', '/form', '/form'],
])(
  'a request handled %s that blocks the main thread is named by its route',
  async (_how, method, path, route) => {
    const headers = method === 'POST' ? { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' } : {}
    await sendRaw(app, { path: '/direct/fast' })
    await sendRaw(app, { method, headers, path: `${path}?secret` })
    expect(readLog(route)).toEqual([{ method, route, count: 1 }])
    expect(lines.join()).not.toContain('secret')
  },
)

test('blocks of the same route are logged once, then together', async () => {
  for (let request = 1; request <= 4; request += 1) await sendRaw(app, { path: '/plain' })
  await app.close()
  expect(readLog('/plain')).toMatchObject([{ count: 1 }, { count: 3 }])
})

test('a block by something else names the requests that are open', async () => {
  await sendRaw(app, { path: '/waiting?secret' })
  const expected = { method: null, route: null, during: ['GET /waiting'], count: 1 }
  expect(readLog('GET /waiting')).toEqual([expected])
})

test('the time counts by class of route', async () => {
  const read = async () => {
    const { values } = (await register
      .getSingleMetric('portico_event_loop_blocked_seconds_total')
      ?.get()) ?? {
      values: [],
    }
    return values.find(({ labels }) => labels.route === 'other')?.value ?? 0
  }
  const before = await read()
  await sendRaw(app, { path: '/plain' })
  expect((await read()) - before).toBeGreaterThan(0.1)
})
