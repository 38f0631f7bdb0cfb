import { Agent, get, type IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { closeConnectionsOnStop, stopOptions } from './close-connections.ts'

afterEach(() => {
  vi.useRealTimers()
})

async function request(
  url: string,
  agent: Agent,
): Promise<{ status: unknown; connection: unknown; isReused: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = get(url, { agent }, resolve).on('error', reject)
  const response = await promise
  await response.resume().toArray()
  return { status: response.statusCode, connection: response.headers.connection, isReused: sent.reusedSocket }
}

test('a stopping server serves requests, closes their connections and is not ready until it has drained', async () => {
  const app = Fastify(stopOptions)
  const isReady = closeConnectionsOnStop(app, { drainMs: 3_000 })
  app.get('/', async () => 'served')
  const url = await app.listen({ port: 0 })
  const agent = new Agent({ keepAlive: true })
  expect(await request(url, agent)).toEqual({ status: 200, connection: 'keep-alive', isReused: false })
  expect(await isReady()).toBeNull()

  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const closed = app.close()
  const served = { status: 200, connection: 'close' }
  expect(await request(url, agent)).toEqual({ ...served, isReused: true })
  expect(await request(url, agent)).toEqual({ ...served, isReused: false })
  expect(await isReady()).toBe('The server is stopping.')

  vi.advanceTimersByTime(3_000)
  await closed
  await expect(request(url, agent)).rejects.toThrow('ECONNREFUSED')
})
