import { afterEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let database: TestDatabase
let server: TestServer

afterEach(async () => {
  await server.stop()
  await database.remove()
})

async function start(environment: Record<string, string>) {
  database = await createTestDatabase()
  server = await startTestServer(database, environment)
  return () => server.logged.filter((line) => line.includes('TRUST_PROXY'))
}

const forwarded = { url: '/-/health', headers: { 'x-forwarded-for': '203.0.113.7' } }

test.each([
  ['https', { PUBLIC_URL: 'https://site.example', HOST: '0.0.0.0' }],
  ['another host than the one on which it listens', { PUBLIC_URL: 'http://site.example', HOST: '127.0.0.1' }],
])('a site whose public URL has %s warns at the start if no proxy is trusted', async (_what, environment) => {
  const getWarnings = await start(environment)
  expect(getWarnings()).toHaveLength(1)
  expect(getWarnings()[0]).toContain(`since PUBLIC_URL is ${environment.PUBLIC_URL}`)
})

test('the first forwarded request is logged once, without an address', async () => {
  const getWarnings = await start({})
  await server.app.inject('/-/health')
  expect(getWarnings()).toEqual([])
  for (const _ of [1, 2, 3]) await server.app.inject(forwarded)
  expect(getWarnings()).toHaveLength(1)
  expect(getWarnings()[0]).toContain('A request was forwarded by a proxy that TRUST_PROXY does not name')
  expect(getWarnings()[0]).not.toContain('203.0.113.7')
})

test('with a trusted proxy there is nothing to warn about', async () => {
  const getWarnings = await start({ PUBLIC_URL: 'https://site.example', TRUST_PROXY: 'loopback' })
  await server.app.inject(forwarded)
  expect(getWarnings()).toEqual([])
})
