import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { openHttp2 } from './http2-client.ts'
import type { ProxyServer } from './proxy-server.ts'
import { hasCaddy, startCaddy } from './start-caddy.ts'

const brokenPath = '/-/sandbox/broken'

test.skip(!hasCaddy, 'Caddy is not installed')

let servers: Awaited<ReturnType<typeof startServer>>[]
let proxy: ProxyServer
test.beforeAll(async () => {
  servers = [await startServer(), await startServer()]
  const [first, second] = servers.map(({ port }) => port)
  proxy = await startCaddy(join(root, 'tools/package'), [first ?? 0, second ?? 0])
})
test.afterAll(async () => {
  await proxy?.stop()
  for (const server of servers) server.stop()
})

test('behind Caddy, a POST waits until a server is ready', async () => {
  for (const server of servers) server.setReady(false)
  await expect.poll(() => servers.map(({ refused }) => refused() > 1)).toEqual([true, true])
  const response = post(paths.sandbox)
  for (const server of servers) server.setReady(true)
  expect((await response).status).toBe(200)
})

test('behind Caddy, a POST that a server may have received is not sent to the other one', async () => {
  await expect(async () => expect((await post(paths.sandbox)).status).toBe(200)).toPass()
  expect((await post(brokenPath)).status).toBe(502)
  expect(servers.reduce((sum, { broken }) => sum + broken(), 0)).toBe(1)
})

function post(path: string) {
  const client = openHttp2(proxy.origin)
  return client.request(path, { ':method': 'POST' }, Buffer.from('{}')).finally(client.close)
}

/** A server of which Caddy sees only what matters here: whether it is ready, and whether a connection breaks. */
async function startServer() {
  let isReady = true
  const counts = { refused: 0, broken: 0 }
  const server = createServer((request, response) => {
    if (request.url === paths.healthReady) {
      if (!isReady) counts.refused += 1
      response.writeHead(isReady ? 200 : 503).end()
    } else if (request.url === brokenPath) {
      counts.broken += 1
      request.socket.destroy()
    } else response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    port,
    refused: () => counts.refused,
    broken: () => counts.broken,
    setReady(ready: boolean) {
      isReady = ready
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
