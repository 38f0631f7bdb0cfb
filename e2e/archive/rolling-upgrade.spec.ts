import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import * as v from 'valibot'
import { hasNginx } from '../site/run-nginx.ts'
import { createTestDatabase } from '../site/test-database.ts'
import { openHttp2 } from './http2-client.ts'
import { type ArchiveServer, startArchive } from './start-archive.ts'
import { hasCaddy, startCaddy } from './start-caddy.ts'
import { startNginx } from './start-nginx.ts'
import { deriveNextVersion, readShellId, unpackArchive } from './unpack-archive.ts'

let older: string
let newer: string
test.beforeAll(async () => {
  const { folder } = await unpackArchive()
  older = folder
  newer = deriveNextVersion(folder)
})
test.afterAll(() => {
  for (const folder of [older, newer]) rmSync(folder, { recursive: true, force: true })
})

// What a test has started, which ends in reverse order.
const started: (() => Promise<unknown>)[] = []
test.afterEach(async () => {
  for (const stop of started.splice(0).reverse()) await stop()
})

const proxies = {
  nginx: { isInstalled: hasNginx, startProxy: startNginx },
  // It asks the servers whether they are ready, so nobody has to take one out.
  Caddy: {
    isInstalled: hasCaddy,
    startProxy: async (...args: Parameters<typeof startCaddy>) => ({
      ...(await startCaddy(...args)),
      takeOut: () => {},
    }),
  },
}

for (const [database, name] of [
  ['SQLite', 'nginx'],
  ['PostgreSQL', 'nginx'],
  ['SQLite', 'Caddy'],
] as const)
  test(`two servers on ${database} behind ${name} are upgraded, with a migration, and downgraded without a failed request`, async () => {
    const { isInstalled, startProxy } = proxies[name]
    test.skip(!isInstalled, `${name} is not installed`)
    test.skip(database === 'PostgreSQL' && !process.env.TEST_DATABASE_URL, 'TEST_DATABASE_URL is not set')
    const postgres = database === 'PostgreSQL' ? await createTestDatabase() : null
    const dataDir = mkdtempSync(join(tmpdir(), 'portico-data-'))
    const ports = [await getFreePort(), await getFreePort()] as const
    const settings = {
      PUBLIC_URL: 'https://example.com',
      TRUST_PROXY: 'loopback',
      ADDRESS_LIMIT_FACTOR: '10000', // all requests come from one address
      ...(postgres && { DATABASE_URL: postgres.url }),
    }
    started.push(async () => postgres?.remove())
    started.push(async () => rmSync(dataDir, { recursive: true }))
    const start = async (folder: string, port: number) => {
      const server = await startArchive(folder, { port, dataDir, env: settings })
      started.push(server.stop)
      return server
    }
    const running: [ArchiveServer, ArchiveServer] = [
      await start(older, ports[0]),
      await start(older, ports[1]),
    ]
    const { origin, takeOut, stop } = await startProxy(older, ports)
    started.push(stop)
    const traffic = startTraffic(origin)
    started.push(traffic.stop)
    /** Replaces one server after the other, as the guide says. */
    const replaceBoth = async (folder: string) => {
      for (const at of [0, 1] as const) {
        takeOut(ports[at])
        await traffic.flows()
        expect(await running[at].stop()).toMatchObject({ exitCode: 0 })
        running[at] = await start(folder, ports[at])
        takeOut(null)
        await traffic.flows()
      }
    }

    expect(await readShells(origin)).toEqual([readShellId(older)])
    const both = [readShellId(older), readShellId(newer)]
    await replaceBoth(newer)
    expect(await readShells(origin)).toEqual(both)
    await replaceBoth(older)
    expect(await readShells(origin), 'an older server must not change the shell').toEqual(both)

    const { failures, count } = await traffic.stop()
    console.log(
      `${count} requests on ${database} behind ${name} during four restarts, ${failures.length} failed`,
    )
    expect(failures).toEqual([])
  })

/** The shell that everyone has, and the one that a share of visitors gets. */
async function readShells(origin: string): Promise<string[]> {
  const client = openHttp2(origin)
  const { body } = await client.request(paths.discovery).finally(client.close)
  const { shell } = v.parse(DiscoveryDocumentSchema, JSON.parse(body.toString()))
  return [shell, shell?.canary?.release].flatMap((release) => (release ? getReleaseId(release) : []))
}

/** Requests pages, release files, and what must not be repeated, until it is stopped. */
function startTraffic(origin: string) {
  const requests: readonly Sent[] = [
    { path: '/' },
    { path: '/api' },
    { path: paths.discovery },
    { path: `/r/shell/${readShellId(older)}/index.js` },
    { path: paths.healthLive },
    // Rejected by the site, with 4xx, after it has read the database.
    { path: paths.sandbox, method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    { path: paths.tokens, headers: { authorization: 'Bearer none' } },
  ]
  let isStopped = false
  let count = 0
  const failures: string[] = []
  async function repeat(sent: Sent): Promise<void> {
    while (!isStopped) {
      const outcome = await send(origin, sent).catch(String)
      count += 1
      if (typeof outcome === 'string' || outcome.status >= 500)
        failures.push(`${sent.path}: ${typeof outcome === 'string' ? outcome : JSON.stringify(outcome)}`)
      await wait(5) // the servers start on the same machine
    }
  }
  const clients = requests.map(repeat)
  return {
    /** Waits until further requests have been sent. */
    async flows() {
      const reached = count + 200
      await expect.poll(() => count, { intervals: [20], timeout: 60_000 }).toBeGreaterThan(reached)
    },
    async stop() {
      isStopped = true
      await Promise.all(clients)
      return { failures, count }
    },
  }
}

interface Sent {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends one request over its own connection. Resolves when the whole response has arrived. */
async function send(origin: string, { path, method = 'GET', headers = {}, body }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = {
    method,
    headers: { host: 'example.com', ...headers },
    agent: false,
    rejectUnauthorized: false,
  }
  request(new URL(path, origin), options, resolve).on('error', reject).end(body)
  const response = await promise
  const text = await buffer(response)
  const { statusCode: status = 0, headers: received } = response
  // What tells who has rejected it, and why.
  return { status, ...(status >= 500 && { server: received.server, text: text.toString().slice(0, 300) }) }
}
