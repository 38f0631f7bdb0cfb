import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ProblemSchema } from '@portico/kit/account/problem.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { readAdminToken } from '../../testing/api-client.ts'
import { packRemote } from '../../testing/archives.ts'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createBrowsers } from '../../testing/load-reports.ts'
import { parseMetrics } from '../../testing/parse-metrics.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { startTestServer } from '../../testing/test-server.ts'

const token = 'm'.repeat(32)
const authorization = `Bearer ${token}`

async function scrape(address: string) {
  const response = await fetch(`${address}/-/metrics`, { headers: { authorization } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const series = parseMetrics(await response.text())
  return {
    /** Every series of our own; those of Node appear with the first garbage collection of a kind. */
    names: [...series.keys()].filter((name) => name.startsWith('portico_')).toSorted(),
    /** The value of the series whose name and labels match; 0 if there is none. */
    get: (name: string, labels: Record<string, string> = {}) =>
      series.get(
        `${name}{${Object.entries(labels)
          .map(([label, value]) => `${label}="${value}"`)
          .toSorted()
          .join()}}`,
      ) ?? 0,
  }
}

describeOnDatabases(
  'metrics',
  (server) => {
    let address = ''
    const listen = async () => {
      if (address === '' || !server().app.server.listening)
        address = await server().app.listen({ port: 0, host: '127.0.0.1' })
      return address
    }

    test('need the token', async () => {
      const url = `${await listen()}/-/metrics`
      const fetchCode = async (headers: Record<string, string>) => {
        const response = await fetch(url, { headers })
        return [response.status, v.parse(ProblemSchema, await response.json()).code]
      }
      expect(await fetchCode({})).toEqual([401, 'token-missing'])
      expect(await fetchCode({ authorization: 'Bearer wrong' })).toEqual([401, 'token-invalid'])
      expect(await fetchCode({ authorization: `Bearer ${readAdminToken(server())}` })).toEqual([
        401,
        'token-invalid',
      ])
    })

    test('are counters if their name says so, and the alerts of the guide use no others', async () => {
      const response = await fetch(`${await listen()}/-/metrics`, { headers: { authorization } })
      const declared = [...(await response.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
      const types = new Map(declared.map(([, name = '', type]) => [name, type]))
      const misnamed = [...types].filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'))
      expect(misnamed).toEqual([])
      const alerts = readFileSync(join(import.meta.dirname, '../../../docs/guides/alerts.yml'), 'utf8')
      const used = [...new Set(alerts.match(/\bportico_\w+/g))]
      expect(used.length).toBeGreaterThan(5)
      expect(used.filter((name) => !types.has(name))).toEqual([])
    })

    test('follow requests, uploads, the store, the database and the process', async () => {
      await publishSite(server(), 'one')
      const site = await listen()
      const before = await scrape(site)
      await (await fetch(`${site}/-/discovery.json`)).text()
      await (await fetch(`${site}/-/discovery.json`, { method: 'HEAD' })).text()
      await (await fetch(`${site}/-/no-such-path`)).text()
      const upload = async (version: string, body: Buffer) => {
        const headers = {
          authorization: `Bearer ${readAdminToken(server())}`,
          'content-type': 'application/gzip',
        }
        const url = `${site}/-/releases/one/${version}`
        return (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })).status
      }
      const archive = await packRemote('one', { version: '1.1.0', hash: '11111111' })
      expect(await upload('1.1.0', archive)).toBe(201)
      expect(await upload('1.2.0', randomBytes(5_000))).toBe(422)
      let after = await scrape(site)
      const grew = (name: string, labels?: Record<string, string>) =>
        after.get(name, labels) - before.get(name, labels)
      // A response is counted when it has been sent, which may be after the client has read it.
      await vi.waitFor(async () => {
        after = await scrape(site)
        const requests = 'portico_http_requests_total'
        expect(grew(requests, { route: 'discovery', method: 'GET', status: '2xx' })).toBe(1)
        expect(grew(requests, { route: 'discovery', method: 'HEAD', status: '2xx' })).toBe(1)
        expect(grew(requests, { route: 'other', method: 'GET', status: '4xx' })).toBe(1)
        expect(grew(requests, { route: 'release-api', method: 'PUT', status: '4xx' })).toBe(1)
        expect(grew('portico_http_request_duration_seconds_count', { route: 'discovery' })).toBe(2)
        expect(grew('portico_uploads_total', { request: 'publish', result: 'accepted' })).toBe(1)
        expect(grew('portico_uploads_total', { request: 'publish', result: 'archive-invalid' })).toBe(1)
        expect(grew('portico_upload_bytes_total')).toBe(archive.length + 5_000)
        expect(after.get('portico_uploads_in_progress')).toBe(0)
        expect(grew('portico_store_operations_total', { operation: 'stage', outcome: 'ok' })).toBe(1)
        expect(grew('portico_database_queries_total', { outcome: 'ok' })).toBeGreaterThan(5)
        expect(after.names.filter((name) => name.startsWith('portico_build_info'))).toEqual([
          expect.stringMatching(/^portico_build_info\{node="v.+",shell="\d.+"\}$/),
        ])
      }, patience)
      expect(after.get('portico_database_up')).toBe(1)
      expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
      const pool = after.names.filter((name) => name.startsWith('portico_database_pool_connections'))
      expect(pool).toHaveLength(server().kind === 'postgres' ? 3 : 0)
    })

    test('follow a rollout and the loads that browsers report', async () => {
      await publishSite(server(), 'two')
      const client = createRolloutClient(server())
      const release = await client.publish('two', '1.1.0')
      const { id } = await client.start('two', release)
      const rollout = await client.step(id, 'advance')
      const browsers = createBrowsers(server(), rollout)
      const visitor = browsers.visitor('canary', rollout.share)
      await browsers.send([browsers.load('canary', { outcome: 'timeout' })], { visitor })
      await browsers.send([browsers.load('canary')], { visitor, token: null })
      const of = { remote: 'two', release }
      const site = await listen()
      let running = await scrape(site)
      expect(running.get('portico_dropped_loads_total', { reason: 'no-token' })).toBeGreaterThan(0)
      await vi.waitFor(async () => {
        running = await scrape(site)
        expect(running.get('portico_loads_total', { ...of, arm: 'canary', outcome: 'failed' })).toBe(1)
        expect(running.get('portico_rollout_dropped_loads', { ...of, reason: 'no-token' })).toBe(1)
      }, patience)
      expect(running.get('portico_rollout_share_ratio', of)).toBe(0.05)
      expect(running.get('portico_rollout_status', { ...of, plan: 'mid', status: 'running' })).toBe(1)
      expect(running.names).toContain(
        `portico_rollout_loads{arm="stable",outcome="failed",release="${release}",remote="two"}`,
      )
      await client.step(id, 'rollback', { reason: 'it blinks' })
      const ended = await scrape(site)
      expect(ended.get('portico_rollout_status', { ...of, plan: 'mid', status: 'running' })).toBe(0)
      expect(ended.get('portico_rollout_status', { ...of, plan: 'mid', status: 'rolled-back' })).toBe(1)
      expect(ended.get('portico_rollout_share_ratio', of)).toBe(0)
      // The release left the discovery document, and its loads left the metrics.
      expect(ended.names.filter((name) => name.startsWith('portico_loads_total'))).toEqual([])
    })

    test('have a bounded number of series, whatever clients send', async () => {
      const site = await listen()
      const attack = async () => {
        const random = () => randomBytes(6).toString('hex')
        const methods = ['GET', 'PROPFIND', 'REPORT', 'DELETE', 'OPTIONS', 'M-SEARCH', 'PATCH']
        for (const method of methods) {
          await send(site, method, `/${random()}?${random()}`)
          await send(site, method, `/-/${random()}`)
          await send(site, method, `/r/${random()}/${random()}/${random()}.js`)
          await send(site, method, `/-/releases/${random()}/${random()}`)
        }
        const load = { outcome: 'ok', phase: 'mount', ms: 1, fellBackTo: null, arm: 'canary' }
        const loads = [{ ...load, remote: random(), release: '1.0.0-0a1b2c3d', rollout: random() }]
        const report = { schemaVersion: 1, view: randomBytes(16).toString('base64url'), revision: 1, loads }
        await fetch(`${site}/-/beacon`, { method: 'POST', body: JSON.stringify(report) })
      }
      await attack()
      const { names } = await scrape(site)
      await attack()
      await attack()
      expect((await scrape(site)).names).toEqual(names)
      expect(names.join()).not.toMatch(/PROPFIND|M-SEARCH/)
    })
  },
  { environment: async () => ({ METRICS_TOKEN: token }) },
)

/** Sends these bytes; resolves with everything that comes back until the connection is closed. */
function exchange(port: number, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(sent)
  return text(socket)
}

/** `fetch` refuses unusual methods. */
function send(site: string, method: string, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  request(site + path, { method }, (response) => response.resume().on('end', resolve))
    .on('error', reject)
    .end()
  return promise
}

async function startServer(environment: Record<string, string>) {
  const database = await createTestDatabase()
  const server = await startTestServer(database, environment)
  const stop = async () => {
    await server.stop()
    await database.remove()
  }
  return { server, stop }
}

test('without a token and a port there are no metrics', async () => {
  const { server, stop } = await startServer({})
  const response = await server.app.inject({ url: '/-/metrics', headers: { authorization } })
  expect([response.statusCode, response.json().code]).toEqual([404, 'not-found'])
  await stop()
})

test('a port of their own has the metrics and nothing else', async () => {
  const port = String(await getFreePort())
  const { server, stop } = await startServer({ METRICS_PORT: port })
  const address = `http://127.0.0.1:${port}`
  expect((await scrape(address)).get('portico_database_up')).toBe(1)
  expect((await fetch(`${address}/-/health`)).status).toBe(404)
  expect((await server.app.inject({ url: '/-/metrics' })).statusCode).toBe(404)
  await expect(startServer({ METRICS_PORT: port })).rejects.toThrow(
    `METRICS_PORT: expected a free port, got ${port} on 127.0.0.1`,
  )
  await stop()
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

test('a port of their own has the limits and headers of the site', async () => {
  const port = await getFreePort()
  const { server, stop } = await startServer({ METRICS_PORT: String(port), REQUEST_DEADLINE_MS: '1000' })
  const get = (...hosts: string[]) =>
    ['GET /-/metrics HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), '', ''].join('\r\n')
  expect(await exchange(port, get('localhost', 'localhost'))).toMatch(/^HTTP\/1\.1 400 .*exactly one Host/s)
  expect(await exchange(port, get('a/b'))).toMatch(/^HTTP\/1\.1 400 .*must be a host name/s)
  expect(await exchange(port, 'GET /-/metrics HTTP/1.1\r\nx-slow: ')).toMatch(/^HTTP\/1\.1 408 /)
  // Its body never ends; only the limit closes the connection.
  const post = 'POST /-/metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n'
  expect(await exchange(port, post)).toMatch(/^HTTP\/1\.1 404 /)
  const { headers } = await fetch(`http://127.0.0.1:${port}/-/metrics`)
  const { headers: ofSite } = await server.app.inject('/-/health')
  for (const name of ['x-content-type-options', 'cross-origin-resource-policy', 'content-security-policy'])
    expect([name, headers.get(name)]).toEqual([name, ofSite[name]])
  await stop()
})

test('a port of their own on this machine responds only to its names, unless there is a token', async () => {
  const port = await getFreePort()
  const get = (host: string, ...headers: string[]) =>
    exchange(
      port,
      ['GET /-/metrics HTTP/1.1', `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
    )
  const open = await startServer({ METRICS_PORT: String(port) })
  expect(await get('rebound.example')).toMatch(/^HTTP\/1\.1 401 .*Got rebound\.example/s)
  expect(await get(`localhost:${port}`)).toMatch(/^HTTP\/1\.1 200 /)
  await open.stop()
  const withToken = await startServer({ METRICS_PORT: String(port), METRICS_TOKEN: token })
  expect(await get('metrics.example', `Authorization: ${authorization}`)).toMatch(/^HTTP\/1\.1 200 /)
  await withToken.stop()
})

test('a port of their own needs the token, too, if there is one', async () => {
  const port = String(await getFreePort())
  const { stop } = await startServer({ METRICS_PORT: port, METRICS_TOKEN: token })
  expect((await fetch(`http://127.0.0.1:${port}/-/metrics`)).status).toBe(401)
  await scrape(`http://127.0.0.1:${port}`)
  await stop()
})

test('without the database the metrics still respond, and say so', async () => {
  const { server, stop } = await startServer({ METRICS_TOKEN: token })
  const site = await server.app.listen({ port: 0, host: '127.0.0.1' })
  expect((await scrape(site)).get('portico_database_up')).toBe(1)
  await server.db.destroy()
  expect((await scrape(site)).get('portico_database_up')).toBe(0)
  await stop()
})
