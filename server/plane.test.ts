import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { type HostReleases, HostReleasesSchema } from '@portico/protocol/discovery/host-releases.ts'
import { packPlane } from '@portico/tools/package/pack-plane.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqliteFileName } from './database/open-database.ts'
import { packRemote } from './testing/archives.ts'

const shop = 'https://shop.example'
const metricsToken = 'metrics'.repeat(5)

let folder: string
let dataDir: string
let site: string
let consoleUrl: string
let plane: ChildProcess
let output = ''

const env = () => ({
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  DATA_DIR: dataDir,
  PORT: new URL(site).port,
  CONSOLE_PORT: new URL(consoleUrl).port,
  HOSTS: `shop=${shop}`,
  METRICS_TOKEN: metricsToken,
})
const program = () => join(folder, 'node_modules/.bin/portico-plane')

// Installed from its package into an empty folder, without a registry.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-plane-'))
  dataDir = join(folder, 'data')
  site = `http://127.0.0.1:${await getFreePort()}`
  consoleUrl = `http://localhost:${await getFreePort()}`
  mkdirSync(join(folder, 'apps/console'), { recursive: true })
  writeFileSync(join(folder, 'apps/console/index.html'), '<title>Console</title>')
  const file = await packPlane({ apps: join(folder, 'apps'), folder })
  writeFileSync(join(folder, 'package.json'), '{}')
  const args = ['install', '--offline', '--no-audit', '--no-fund', file]
  const installed = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  expect(installed.status, installed.stderr).toBe(0)
  await start()
})
afterAll(async () => {
  await kill()
  rmSync(folder, { recursive: true })
})

async function start(): Promise<void> {
  plane = spawn(program(), ['start'], { cwd: folder, env: env(), stdio: ['ignore', 'pipe', 'inherit'] })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  output = ''
  plane.once('close', () => reject(new Error(output)))
  plane.stdout?.on('data', (chunk) => {
    output += String(chunk)
    if (output.includes('admin token')) resolve()
  })
  await promise
}

async function kill(): Promise<void> {
  const ended = once(plane, 'close')
  plane.kill('SIGKILL')
  await ended
}

const readToken = () => readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()

/** Sends a request with the admin token; throws unless it succeeds. */
async function send(method: string, path: string, body?: object | Buffer) {
  const isArchive = body instanceof Buffer
  const response = await fetch(site + path, {
    method,
    headers: {
      authorization: `Bearer ${readToken()}`,
      ...(body && { 'content-type': isArchive ? 'application/gzip' : 'application/json' }),
    },
    ...(body && { body: isArchive ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text)
}

async function publish(version: string) {
  const record = { kind: 'federated' as const, global: 'cart', exposes: ['./Cart'], pages: [] }
  const files = { 'remote.js': 'var cart' }
  const archive = await packRemote('cart', { version, hash: '11111111', pages: [], files, record })
  await send('PUT', `${paths.publish}/cart/${version}`, archive)
}

async function ask(visitor: HostReleases['visitor'] | null): Promise<HostReleases> {
  const response = await fetch(`${site}/-/hosts/shop/releases`, {
    method: 'POST',
    headers: { origin: shop, 'content-type': 'text/plain' },
    body: JSON.stringify({ visitor }),
  })
  return v.parse(HostReleasesSchema, await response.json())
}

/** Signs in to the console. */
const signIn = (body: object) =>
  fetch(`${consoleUrl}/session`, {
    method: 'POST',
    headers: { origin: consoleUrl, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('it says where it is, and where the token is', () => {
  expect(output).toContain(`Portico is at ${site}\nConsole: ${consoleUrl}/sign-in#code=`)
  expect(output).toContain(`The admin token is in ${join(dataDir, 'admin-token')}\n`)
})

test('a host gets a rollout of a federated release, also after a crash', async () => {
  await publish('1.0.0')
  await send('POST', paths.rollouts, { remote: 'cart', to: '1.0.0', plan: 'now' })
  await publish('1.1.0')
  const { id } = await send('POST', paths.rollouts, { remote: 'cart', to: '1.1.0', plan: 'mid' })
  await send('POST', `${paths.rollouts}/${id}/advance`, { reason: 'a test' })
  const before = await ask(null)
  expect(before.remotes.cart).toMatchObject({ rollout: id, release: { global: 'cart' } })
  await kill()
  await start()
  const after = await ask(before.visitor)
  expect(after.remotes).toEqual(before.remotes)
  const script = await fetch(after.remotes.cart?.release.entry ?? '')
  expect([script.status, await script.text()]).toEqual([200, expect.stringContaining('var cart')])
  const metrics = await fetch(site + paths.metrics, { headers: { authorization: `Bearer ${metricsToken}` } })
  expect(await metrics.text()).toMatch(/^portico_rollout.*remote="cart"/m)
})

test('the console opens, and only tokens sign in', async () => {
  expect(await (await fetch(`${consoleUrl}/log`)).text()).toBe('<title>Console</title>')
  const methods = await fetch(`${consoleUrl}${consolePaths.signInMethods}`)
  expect(await methods.json()).toEqual({ accounts: false })
  const refused = await signIn({ username: 'ada', password: 'correct horse battery' })
  expect(await refused.json()).toMatchObject({
    code: 'sign-in-failed',
    hint: expect.stringContaining('token'),
  })
  const signedIn = await signIn({ token: readToken() })
  expect(await signedIn.json()).toMatchObject({ name: 'admin', site: { name: new URL(site).host } })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const remotes = await fetch(consoleUrl + paths.remotes, { headers: { cookie } })
  expect(await remotes.json()).toMatchObject({ remotes: [{ remote: 'cart', stable: '1.0.0-11111111' }] })
})

test.each([
  '/',
  '/login',
  accountPaths.session,
  '/-/sandbox/',
  paths.mailbox,
  paths.kit,
  consolePaths.grants,
])('there is no %s', async (path) => {
  expect((await fetch(site + path)).status).toBe(404)
})

test('there are no accounts in its database, which the data commands know', () => {
  const database = new DatabaseSync(join(dataDir, sqliteFileName), { readOnly: true })
  const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all()
  database.close()
  const names = tables.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['release', 'rollout', 'token', 'console_session']))
  expect(names.filter((name) => /user|^session|account|verification/.test(String(name)))).toEqual([])
  const data = (...args: string[]) => spawnSync(program(), ['data', ...args], { cwd: folder, env: env() })
  const file = join(folder, 'plane.backup')
  const backup = data('backup', file)
  expect(backup.status, String(backup.stderr)).toBe(0)
  const verified = data('verify', file)
  expect(verified.status, String(verified.stderr)).toBe(0)
})
