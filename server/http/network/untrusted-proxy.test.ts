import { afterEach, describe, expect, test } from 'vitest'
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

describe('behind a trusted proxy', () => {
  const publicUrl = 'https://site.example'
  const environment = { PUBLIC_URL: publicUrl, TRUST_PROXY: 'loopback' }

  test.each<[string, Record<string, string>]>([
    ['says whom it forwards', { referer: `${publicUrl}/about`, 'x-forwarded-for': '203.0.113.7' }],
    ['forwards nothing: a health check of this machine', {}],
    ['forwards nothing: another site', { origin: 'https://site.example.evil.example' }],
    ['forwards nothing: a page of another site', { referer: 'https://site.example.evil.example/' }],
  ])('there is nothing to warn about if it %s', async (_what, headers) => {
    const getWarnings = await start(environment)
    await server.app.inject({ url: '/-/health', headers })
    expect(getWarnings()).toEqual([])
  })

  test.each<[string, Record<string, string>]>([
    ['origin', { origin: publicUrl }],
    ['page', { referer: `${publicUrl}/about` }],
  ])('a request without an address, whose %s is the site, is logged once', async (_what, headers) => {
    const getWarnings = await start(environment)
    for (const _ of [1, 2, 3]) await server.app.inject({ url: '/-/health', headers })
    expect(getWarnings()).toHaveLength(1)
    expect(getWarnings()[0]).toContain('from an address that TRUST_PROXY names, but without X-Forwarded-For')
  })

  test('nobody is warned about clients that need no proxy', async () => {
    const getWarnings = await start(environment)
    const request = { url: '/-/health', headers: { origin: publicUrl }, remoteAddress: '203.0.113.7' }
    await server.app.inject(request)
    expect(getWarnings()).toEqual([])
  })
})

test('on a local site, a browser without a proxy is no reason for a warning', async () => {
  const getWarnings = await start({ TRUST_PROXY: 'loopback' })
  await server.app.inject({ url: '/-/health', headers: { origin: server.configuration.publicUrl } })
  expect(getWarnings()).toEqual([])
})
