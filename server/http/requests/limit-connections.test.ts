import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { patience } from '@portico/kit/testing/patience.ts'
import { register } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { getConnectionLimits, limitConnections, limitPipelining } from './limit-connections.ts'
import { createLimitedServer } from './limit-request-time.ts'
import { explainProtocolErrors } from './protocol-errors.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const request = 'GET / HTTP/1.1\r\nhost: site.example\r\n\r\n'
const none = { maxPerNetwork: 3, maxInTotal: 100, isExempt: () => false }

/** Starts a server whose responses are `answered`; returns how to connect to it. */
async function start(limits: Parameters<typeof limitConnections>[1]) {
  const handle = vi.fn()
  const report = vi.fn()
  const emitted = vi.fn()
  const server = createServer(
    limitPipelining((_request, response) => {
      handle()
      response.end('answered')
    }),
  ).on('request', () => emitted())
  servers.push(server)
  explainProtocolErrors(server, { getHeaders: () => ({}), report }, { requestDeadlineMs: 10_000 })
  limitConnections(server, limits)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const ask = (socket: Socket) =>
    new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(String(chunk))).once('close', () => resolve('closed'))
      socket.write(request)
    })
  return { open, ask, handle, report, emitted }
}

test('a network gets no further connection until it closes one', async () => {
  const { open, ask } = await start(none)
  const [first] = await Promise.all([open(), open(), open()])
  expect(await ask(await open())).toBe('closed')
  expect(await ask(first)).toContain('answered')
  first.destroy()
  await vi.waitFor(async () => expect(await ask(await open())).toContain('answered'), patience)
})

test('the addresses of proxies may have any number of connections, with many requests at once', async () => {
  const { open, ask, handle } = await start({ ...none, isExempt: (address) => address.includes('127.0.0.1') })
  const opened = await Promise.all(Array.from({ length: 10 }, open))
  for (const socket of opened) expect(await ask(socket)).toContain('answered')
  opened[0]?.write(request.repeat(50))
  await vi.waitFor(() => expect(handle).toHaveBeenCalledTimes(60), patience)
})

test('at the limit in total, connections without a request in progress make room for others', async () => {
  const { open, ask } = await start({ ...none, maxPerNetwork: 100, maxInTotal: 2 })
  for (const socket of [await open(), await open()]) await ask(socket)
  await vi.waitFor(async () => expect(await ask(await open())).toContain('answered'), patience)
})

test('a connection on which many requests arrive at once is closed, and none but the first ten is handled', async () => {
  const { open, handle, report, emitted } = await start(none)
  const socket = await open()
  socket.write(request.repeat(1_000))
  await text(socket).catch(() => '')
  expect(handle).toHaveBeenCalledTimes(10)
  expect(emitted).toHaveBeenCalledTimes(11) // the parser stops
  expect(report).not.toHaveBeenCalled() // it has a metric of its own
})

test('a few requests at once are answered', async () => {
  const { open } = await start(none)
  const socket = await open()
  socket.end(request.repeat(10))
  expect((await text(socket)).match(/answered/g)).toHaveLength(10)
})

test('a body with many blank lines and request lines is one request', async () => {
  const { open, ask, handle } = await start(none)
  const body = 'GET / HTTP/1.1\r\n\r\n'.repeat(100)
  const socket = await open()
  socket.end(`POST / HTTP/1.1\r\nhost: site.example\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  expect(await text(socket)).toContain('answered')
  expect(handle).toHaveBeenCalledOnce()
  expect(await ask(await open())).toContain('answered')
})

test('rejected connections are counted by reason', async () => {
  const count = async () => {
    const { values = [] } =
      (await register.getSingleMetric('portico_connections_rejected_total')?.get()) ?? {}
    return values.find(({ labels }) => labels.reason === 'network')?.value ?? 0
  }
  const before = await count()
  const { open, ask } = await start({ ...none, maxPerNetwork: 0 })
  await ask(await open())
  expect(await count()).toBe(before + 1)
})

test('a site limits other machines, but neither its own nor its proxies', () => {
  const { isExempt, maxPerNetwork } = getConnectionLimits({
    trustedProxy: ['10.0.0.0/8'],
    addressLimitFactor: 2,
  })
  const addresses = ['127.0.0.1', '::1', '10.1.2.3', '203.0.113.7', '2001:db8::1', '']
  expect(addresses.map(isExempt)).toEqual([true, true, true, false, false, false])
  expect(maxPerNetwork).toBe(500)
})

test('the server of a site has these limits', () => {
  const configuration = { requestDeadlineMs: 1_000, trustedProxy: false, addressLimitFactor: 1 } as const
  const refusal = { getHeaders: () => ({}), report: () => {} }
  const server = createLimitedServer(configuration, () => {}, refusal)
  expect(server.maxConnections).toBe(10_000)
})
