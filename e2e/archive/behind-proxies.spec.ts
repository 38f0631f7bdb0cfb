import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import * as v from 'valibot'
import { hasNginx } from '../site/run-nginx.ts'
import { type Http2Response, openHttp2 } from './http2-client.ts'
import { openOverHttp3 } from './open-over-http3.ts'
import type { ProxyServer } from './proxy-server.ts'
import { type ArchiveServer, startArchive } from './start-archive.ts'
import { hasCaddy, startCaddy } from './start-caddy.ts'
import { startNginx } from './start-nginx.ts'
import { readShellId, unpackArchive } from './unpack-archive.ts'

const metricsToken = 'a-token-of-at-least-thirty-two-characters'
const ProblemSchema = v.pipe(v.string(), v.parseJson(), v.object({ code: v.string() }))
const mebibyte = 1024 * 1024
// The archive belongs to another user, and only the data folder is writable.
const uid = process.getuid?.() === 0 ? 65_534 : undefined

const proxies = [
  { name: 'nginx', isInstalled: hasNginx, startProxy: startNginx },
  { name: 'Caddy', isInstalled: hasCaddy, startProxy: startCaddy },
]

const consoleUrl = 'https://console.example.com'

for (const { name, isInstalled, startProxy } of proxies)
  test.describe(`behind ${name}`, () => {
    test.describe.configure({ mode: 'serial' })
    test.skip(!isInstalled, `${name} is not installed`)

    let folder: string
    let dataDir: string
    let server: ArchiveServer
    let proxy: ProxyServer
    let direct: string
    let before: string

    test.beforeAll(async () => {
      const archive = await unpackArchive()
      folder = archive.folder
      chmodSync(folder, 0o555)
      before = describeFiles(folder)
      dataDir = mkdtempSync(join(tmpdir(), 'portico-data-'))
      chmodSync(dataDir, 0o777)
      const port = await getFreePort()
      const env = {
        PUBLIC_URL: 'https://example.com',
        CONSOLE_URL: consoleUrl,
        TRUST_PROXY: 'loopback',
        METRICS_TOKEN: metricsToken,
        DRAIN_MS: '0',
      }
      server = await startArchive(folder, { port, dataDir, env, ...(uid !== undefined && { uid }) })
      direct = `http://127.0.0.1:${port}`
      proxy = await startProxy(folder, [port, port])
    })
    test.afterAll(async () => {
      await proxy?.stop()
      await server?.stop()
      for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
    })

    async function request(
      path: string,
      headers = {},
      { from, body }: { from?: string; body?: Buffer } = {},
    ) {
      const client = openHttp2(proxy.origin, from)
      return client.request(path, headers, body).finally(client.close)
    }

    /** Announces an upload and waits for the answer before sending it, as curl does. */
    async function announceUpload(bytes: number): Promise<IncomingMessage> {
      const announced = requestOverTls(`${proxy.origin}/-/releases/catalogue/9.9.9`, {
        method: 'PUT',
        servername: 'example.com',
        rejectUnauthorized: false,
        headers: {
          host: 'example.com',
          authorization: `Bearer ${readAdminToken({ dataDir })}`,
          'content-type': 'application/gzip',
          'content-length': bytes,
          expect: '100-continue',
        },
      })
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      announced.on('response', resolve).on('error', reject).flushHeaders()
      return promise.finally(() => announced.destroy())
    }

    test('a page comes over TLS and HTTP/2, compressed once and with the security headers of the site', async () => {
      const { status, headers, body } = await request('/', { 'accept-encoding': 'br' })
      expect(status).toBe(200)
      expect(headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(body).toString()).toContain('</html>')
      expect(headers['strict-transport-security']).toContain('max-age=')
      expect(headers['content-security-policy']).toContain('script-src')
      expect(headers).not.toHaveProperty('set-cookie') // nothing needs to know who asks
    })

    test('plain HTTP is redirected', async () => {
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
      get(`${proxy.plainOrigin}/api?q=1`, { headers: { host: 'example.com' } }, (response) => {
        resolve(`${response.statusCode} ${response.headers.location?.replace(/:\d+\//, '/')}`)
      }).on('error', reject)
      expect(await promise).toBe('308 https://example.com/api?q=1')
    })

    if (name === 'nginx')
      test('release files are kept: the site is asked once', async () => {
        const file = `/r/shell/${readShellId(folder)}/index.js`
        const first = await request(file, { 'accept-encoding': 'br' })
        const asked = await countRequests(direct, 'release-file')
        const second = await request(file, { 'accept-encoding': 'br' })
        expect(second.headers['content-encoding']).toBe('br')
        expect(second.body.equals(first.body)).toBe(true)
        expect(await countRequests(direct, 'release-file')).toBe(asked)
        // What else was asked for has its own variant.
        const plain = await request(file, { 'accept-encoding': 'identity' })
        expect(plain.headers['content-encoding']).toBeUndefined()
        expect(plain.body.equals(brotliDecompressSync(first.body))).toBe(true)
      })

    if (name === 'Caddy')
      test('a browser gets the page and its files over HTTP/3', async () => {
        expect((await request('/')).headers['alt-svc']).toContain('h3=')
        expect(await openOverHttp3(proxy.origin)).toEqual({
          protocols: ['h3'],
          title: expect.stringMatching(/./),
        })
      })

    test('the site explains which upload is too large, and the proxy rejects what is far too large', async () => {
      const token = readAdminToken({ dataDir })
      const upload = (bytes: number) => {
        const headers = {
          ':method': 'PUT',
          authorization: `Bearer ${token}`,
          'content-type': 'application/gzip',
        }
        return request('/-/releases/catalogue/9.9.9', headers, { body: Buffer.alloc(bytes) })
      }
      const largest = await upload(20 * mebibyte)
      expect([largest.status, readCode(largest)]).not.toContain('payload-too-large')
      expect(largest.status).toBeLessThan(500)
      const tooLarge = await upload(20 * mebibyte + 1)
      expect([tooLarge.status, readCode(tooLarge)]).toEqual([413, 'payload-too-large'])
      const farTooLarge = await announceUpload(21 * mebibyte + 1)
      expect(farTooLarge.statusCode).toBe(413)
      expect(farTooLarge.headers['content-type'] ?? '').not.toContain('json')
    })

    test('the site sees the address of each client, whatever the client says about itself', async () => {
      const readRemaining = async (from: string, headers = {}) => {
        const response = await request(paths.sandbox, headers, { from })
        return Number(response.headers['ratelimit-remaining'])
      }
      const first = await readRemaining('127.0.5.1')
      expect(await readRemaining('127.0.5.1')).toBe(first - 1)
      expect(await readRemaining('127.0.6.1')).toBe(first)
      const pretended = {
        'x-forwarded-for': '127.0.6.1',
        'x-real-ip': '127.0.6.1',
        forwarded: 'for=127.0.6.1',
        'cf-connecting-ip': '127.0.6.1',
        'true-client-ip': '127.0.6.1',
        via: '1.1 127.0.6.1',
      }
      expect(await readRemaining('127.0.5.1', pretended)).toBe(first - 2)
    })

    test('metrics are for this machine, and the mailbox for nobody; tokens work', async () => {
      const authorization = `Bearer ${metricsToken}`
      expect((await request(paths.metrics, { authorization }, { from: '127.0.5.1' })).status).toBe(403)
      expect((await request(paths.metrics, { authorization })).status).toBe(200)
      expect((await request(paths.metrics)).status).toBe(401)
      expect((await request(paths.mailbox)).status).toBe(404)
      expect((await request(paths.tokens)).status).toBe(401)
      const admin = `Bearer ${readAdminToken({ dataDir })}`
      expect((await request(paths.tokens, { authorization: admin })).status).toBe(200)
    })

    test('the console of the archive is at its own host, to which the site leads', async () => {
      expect((await request(consolePaths.console)).headers.location).toBe(consoleUrl)
      const own = { ':authority': new URL(consoleUrl).host }
      const page = await request('/', own)
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      const signIn = { ':method': 'POST', 'content-type': 'application/json', origin: consoleUrl }
      const body = Buffer.from(JSON.stringify({ token: readAdminToken({ dataDir }) }))
      const { status, headers } = await request('/session', { ...own, ...signIn }, { body })
      expect([status, String(headers['set-cookie'])]).toEqual([
        200,
        expect.stringMatching(/^__Host-portico_console=/),
      ])
      expect((await request('/session', own)).status).toBe(401)
    })

    test('images are resized by the program for this platform', async () => {
      const { status, headers } = await request('/-/sandbox/images/earth.png')
      expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    })

    test('the archive backs up its site while it runs, and verifies the back-up', async () => {
      const file = join(dataDir, 'backup.tar')
      const data = (...args: string[]) =>
        runCommand(process.execPath, ['portico.js', 'data', ...args], {
          cwd: folder,
          env: { DATA_DIR: dataDir, PUBLIC_URL: 'https://example.com' },
          output: 'capture',
        })
      await data('backup', file)
      await data('verify', file)
    })

    test('it stops with 0 and has changed nothing in its folder', async () => {
      expect(await server.stop()).toMatchObject({ exitCode: 0 })
      expect(describeFiles(folder)).toBe(before)
    })
  })

function describeFiles(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return files.map((file) => `${file} ${statSync(join(folder, file)).mtimeMs}`).join('\n')
}

async function countRequests(site: string, route: string): Promise<number> {
  const response = await fetch(site + paths.metrics, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const lines = (await response.text()).split('\n')
  const counted = lines.filter((line) => line.startsWith(`portico_http_requests_total{route="${route}"`))
  return counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const readCode = ({ body }: Http2Response) => v.parse(ProblemSchema, body.toString()).code
