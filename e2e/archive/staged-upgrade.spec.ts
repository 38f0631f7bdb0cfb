import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { releasedRemote } from '../releases/derived-releases.ts'
import { hasNginx } from '../site/run-nginx.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { type Http2Client, type Http2Response, openHttp2 } from './http2-client.ts'
import { startArchive } from './start-archive.ts'
import { startNginx } from './start-nginx.ts'
import { deriveNextVersion, readShellId, unpackArchive } from './unpack-archive.ts'

const visitorCount = 30 // at a time
const viewsPerVisitor = 10 // more would not be counted

let older: string
let newer: string
test.beforeAll(async () => {
  if (!hasNginx) return
  older = (await unpackArchive()).folder
  newer = deriveNextVersion(older)
})
// What the test has started, which ends in reverse order.
const started: (() => unknown)[] = [
  () => {
    for (const folder of [older, newer]) rmSync(folder, { recursive: true, force: true })
  },
]
test.afterAll(async () => {
  for (const stop of started.reverse()) await stop()
})

test('a shell and a remote are rolled out while servers of two versions change places and are killed', async () => {
  test.skip(!hasNginx, 'nginx is not installed')
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-data-'))
  started.push(() => rmSync(dataDir, { recursive: true }))
  const ports = [await getFreePort(), await getFreePort()] as const
  const env = { PUBLIC_URL: 'https://example.com', TRUST_PROXY: 'loopback', SHELL_PLAN: 'low' }
  const start = async (folder: string, at: 0 | 1) => {
    const server = await startArchive(folder, { port: ports[at], dataDir, env })
    started.push(server.stop)
    return server
  }
  const servers = [await start(older, 0), await start(older, 1)]
  const { origin, takeOut, stop } = await startNginx(older, ports)
  started.push(stop)
  const replace = async (at: 0 | 1, folder: string) => {
    takeOut(ports[at])
    await servers[at]?.stop()
    servers[at] = await start(folder, at)
    takeOut(null)
  }
  const kill = async (at: 0 | 1, folder: string) => {
    await servers[at]?.kill()
    await traffic.flows() // the other one answers
    servers[at] = await start(folder, at)
    takeOut(null) // so that nginx asks it again at once
    await traffic.flows()
  }

  await replace(1, newer)
  const team = createReleaseTeam({ origin: `http://127.0.0.1:${ports[1]}`, dataDir })
  await team.startsCanary()
  const other = createReleaseTeam({ origin: `http://127.0.0.1:${ports[0]}`, dataDir })
  // Until it has the share, a visitor may get stable from this server and the canary from the other one.
  const { share } = await team.canary()
  await expect.poll(async () => (await other.document()).remotes[releasedRemote]?.canary?.share).toBe(share)
  /** Those in progress. */
  const readRollouts = async () => {
    const { output } = await team.release('status')
    return v
      .parse(v.object({ remotes: v.array(v.object({ rollout: v.nullable(RolloutSchema) })) }), output)
      .remotes.flatMap(({ rollout }) => (rollout?.status === 'running' ? rollout : []))
      .toSorted((a, b) => (a.remote < b.remote ? -1 : 1))
  }
  const traffic = startVisitors(origin, [readShellId(older), readShellId(newer)])
  started.push(traffic.stop)
  await traffic.flows()

  await kill(0, older)
  await kill(1, newer)
  await replace(0, newer)
  await traffic.flows()
  await replace(1, older) // the other direction
  await traffic.flows()
  await kill(0, newer)
  const before = await readRollouts()
  expect(before.map(({ remote }) => remote)).toEqual([releasedRemote, 'shell'])
  await kill(1, older)

  const { failures, count, arms } = await traffic.stop()
  const after = await readRollouts()
  const counted = after.map(({ remote, counts }) => `${remote} ${counts.canary.loads}/${counts.stable.loads}`)
  console.log(`${count} pages, ${failures.length} failed: ${counted}; ${JSON.stringify(arms)}`)
  expect(failures).toEqual([])
  for (const [at, { status, counts }] of after.entries()) {
    expect(status).toBe('running')
    expect(counts.stable.loads).toBeGreaterThan(before[at]?.counts.stable.loads ?? 0)
  }
})

/** Everything of a page that belongs to a shell. Throws if it isn't all of one. */
function readShell(html: string, policy: string): string {
  const page = html.replace(/<template data-report.*?<\/template>/s, '') // what replaces the shell
  const shells = new Set([...page.matchAll(/\/r\/shell\/([^/"]+)\//g)].map(([, id]) => id ?? ''))
  const [shell = '', ...others] = shells
  const selected = readPageData(html).shell?.release
  if (others.length > 0 || (selected !== undefined && selected !== shell))
    throw new Error(`A page with parts of several shells: ${[...shells]}; its data names ${selected}`)
  for (const [, kind, text = ''] of page.matchAll(/<(script|style)(?: data-[^>]*)?>(.+?)<\/\1>/gs)) {
    const hash = createHash('sha256').update(text).digest('base64')
    if (!policy.includes(hash)) throw new Error(`A ${kind} that the policy forbids: ${text.slice(0, 80)}`)
  }
  return shell
}

/** Sends a request. nginx refuses some when it reads its configuration again, which browsers repeat. */
async function send(
  origin: string,
  address: string,
  request: Parameters<Http2Client['request']>,
): Promise<Http2Response> {
  const client = openHttp2(origin, address)
  const repeat = (error: unknown) => {
    if (!/REFUSED_STREAM|GOAWAY/.test(String(error))) throw error
    return send(origin, address, request)
  }
  return client
    .request(...request)
    .finally(client.close)
    .catch(repeat)
}

/** Visitors who open pages and report what they got, until they are stopped. Each has a network of their own. */
function startVisitors(origin: string, shells: readonly string[]) {
  let [isStopped, count] = [false, 0]
  const failures = new Map<string, number>()
  const arms: Record<string, number> = {}

  async function view(visitor: { address: string; cookie: string; got: string }): Promise<void> {
    const request = (...parts: Parameters<Http2Client['request']>) => send(origin, visitor.address, parts)
    const { status, headers, body } = await request('/', { cookie: visitor.cookie })
    if (status !== 200) throw new Error(`${status} ${body.toString().slice(0, 200)}`)
    const html = body.toString()
    if (!html.endsWith('</html>\n')) throw new Error('A page without its end')
    const shell = readShell(html, String(headers['content-security-policy']))
    if (!shells.includes(shell)) throw new Error(`An unknown shell: ${shell}`)
    const { revision, shell: selected, remotes } = readPageData(html)
    const remote = remotes.find(({ name }) => name === releasedRemote)
    const got = `${selected?.arm} ${shell}, ${remote?.arm} ${remote?.release.version}`
    if (visitor.got !== '' && visitor.got !== got) throw new Error(`${visitor.got}, then ${got}`)
    if (visitor.got === '') arms[got] = (arms[got] ?? 0) + 1
    visitor.got = got
    const set = (headers['set-cookie'] ?? []).map((text) => text.split(';', 1)[0] ?? '')
    const token = set.find((text) => text.startsWith(`${reportTokenCookie}=`))?.split('=')[1]
    visitor.cookie ||= set.filter((text) => text.includes('portico_visitor=')).join()
    if (visitor.cookie === '') throw new Error('A new visitor got no cookie')
    if (!selected || !remote || token === undefined) throw new Error('No rollouts')
    const ok = { outcome: 'ok', phase: 'mount', ms: 100, fellBackTo: null }
    const shown = [
      { ...selected, remote: 'shell' },
      { ...remote, remote: remote.name, release: getReleaseId(remote.release) },
    ]
    const report = {
      ...{ schemaVersion: 2, revision, token: decodeURIComponent(token) },
      loads: shown.map(({ remote, release, rollout, arm }) => ({ remote, release, rollout, arm, ...ok })),
    }
    const sent = { ':method': 'POST', 'content-type': 'text/plain', cookie: visitor.cookie }
    await request(paths.beacon, sent, Buffer.from(JSON.stringify(report)))
    for (const address of new Set(html.match(/\/r\/(?:shell|portfolio)\/[^"]+\.js/g))) {
      const file = await request(address)
      if (file.status !== 200) throw new Error(`${address}: ${file.status}`)
    }
  }

  async function visit(at: number): Promise<void> {
    let visitor = { address: '', cookie: '', got: '' }
    for (let views = 0; !isStopped; views += 1) {
      const address = `127.${at + 10}.${Math.floor(views / viewsPerVisitor)}.1`
      if (visitor.address !== address) visitor = { address, cookie: '', got: '' }
      await view(visitor).catch((error: unknown) => {
        failures.set(String(error), (failures.get(String(error)) ?? 0) + 1)
      })
      count += 1
      await wait(20) // the servers start on the same machine
    }
  }
  const visitors = Array.from({ length: visitorCount }, (_, at) => visit(at))
  return {
    /** Waits until further pages have been opened. */
    async flows() {
      const reached = count + 5 * visitorCount
      await expect.poll(() => count, { intervals: [50], timeout: 60_000 }).toBeGreaterThan(reached)
    },
    async stop() {
      isStopped = true
      await Promise.all(visitors)
      return { failures: [...failures], count, arms }
    },
  }
}
