import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { MailboxSchema } from '@portico/protocol/mailbox.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import * as v from 'valibot'
import { hasNginx, runNginx } from '../site/run-nginx.ts'
import { createOtherMachine, type OtherMachine } from './other-machine.ts'
import { startArchive } from './start-archive.ts'
import { unpackArchive } from './unpack-archive.ts'

const ProblemSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ code: v.string(), detail: v.optional(v.string()), hint: v.optional(v.string()) }),
)
// What a visitor of such a proxy may claim: it passes everything on.
const pretended = {
  'x-forwarded-for': '203.0.113.7',
  'x-real-ip': '203.0.113.7',
  forwarded: 'for=203.0.113.7',
  via: '1.1 proxy.example',
}
const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }

let folder: string
test.beforeAll(async () => {
  if (hasNginx) folder = (await unpackArchive()).folder
})
test.afterAll(() => {
  if (hasNginx) rmSync(folder, { recursive: true, force: true })
})

/** The archive behind nginx with nothing but `proxy_pass`. If a part doesn't start, those before it are stopped. */
async function startSite(env: Readonly<Record<string, string>>, address = '127.0.0.1') {
  await using started = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-data-'))
  started.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  chmodSync(dataDir, 0o777)
  const sitePort = await getFreePort()
  const server = await startArchive(folder, {
    port: sitePort,
    dataDir,
    env: { DRAIN_MS: '0', ...env },
  })
  started.defer(async () => void (await server.stop()))
  const nginx = await runNginx(
    ({ port }) => `server {
  listen 127.0.0.1:${port};
  ${address === '127.0.0.1' ? '' : `listen ${address}:${port};`}
  location / { proxy_pass http://127.0.0.1:${sitePort}; }
}`,
  )
  started.defer(nginx.stop)
  const token = readAdminToken({ dataDir })
  const parts = started.move()
  return {
    sitePort,
    nginxPort: nginx.port,
    readOutput: server.readOutput,
    token,
    listEmails: () => globSync('*.eml', { cwd: join(dataDir, 'mailbox') }),
    stop: () => parts.disposeAsync(),
    /** Sends a request through nginx, from an address of this machine. */
    async send(path: string, { headers = {}, from = '127.0.0.1', body }: SendOptions = {}) {
      const sent = requestHttp({
        host: '127.0.0.1',
        port: nginx.port,
        localAddress: from,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        agent: false,
      }).end(body === undefined ? undefined : JSON.stringify(body))
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      sent.on('response', resolve).on('error', reject)
      const response = await promise
      return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
    },
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
  readonly body?: unknown
}

const readProblem = ({ body }: { readonly body: string }) => v.parse(ProblemSchema, body)

test.describe('behind nginx with nothing but `proxy_pass`, a site whose PUBLIC_URL was forgotten', () => {
  test.describe.configure({ mode: 'serial' })
  test.skip(!hasNginx, 'nginx is not installed')

  let machine: OtherMachine | null
  let site: Site
  test.beforeAll(async () => {
    machine = createOtherMachine()
    site = await startSite({}, machine?.gateway)
    // An email that opens an account.
    const origin = `http://127.0.0.1:${site.sitePort}`
    const { status } = await site.send(accountPaths.signUp, { headers: { origin }, body: account })
    expect(status).toBe(201)
    await expect.poll(site.listEmails).toHaveLength(1)
  })
  test.afterAll(async () => {
    try {
      await site?.stop()
    } finally {
      machine?.remove()
    }
  })

  test('the mailbox leads everybody to their own machine, and shows nothing', async () => {
    const [id = ''] = site.listEmails().map((file) => basename(file, '.eml'))
    for (const path of [paths.mailbox, `${paths.mailbox}.json`, `${paths.mailbox}/${id}`])
      for (const headers of [{}, { cookie: 'portico_mailbox=x' }, { accept: 'application/json' }]) {
        const response = await site.send(`${path}?key=x`, { headers, from: '127.0.5.1' })
        expect([response.status, response.body]).toEqual([303, ''])
        expect(response.headers).not.toHaveProperty('set-cookie')
        const to = new URL(response.headers.location ?? '')
        expect([to.hostname, to.pathname, to.search]).toEqual(['127.0.0.1', path, ''])
        expect([String(site.sitePort), String(site.nginxPort)]).not.toContain(to.port)
      }
  })

  test('whoever claims to be forwarded is told what is missing instead', async () => {
    for (const [name, value] of Object.entries(pretended)) {
      const response = await site.send(paths.mailbox, { headers: { [name]: value } })
      expect([name, response.status, readProblem(response).code]).toEqual([name, 403, 'mailbox-not-local'])
      expect(readProblem(response).detail).toContain('Set PUBLIC_URL')
    }
  })

  test('a browser on another machine reaches the site, but not the mailbox', async () => {
    if (machine === null) return test.skip(true, 'only root can add a machine')
    const browser = await machine.launchBrowser()
    try {
      const page = await browser.newPage()
      const origin = `http://${machine.gateway}:${site.nginxPort}`
      expect((await page.goto(origin))?.status()).toBe(200)
      await expect(page.goto(origin + paths.mailbox)).rejects.toThrow('ERR_CONNECTION_REFUSED')
    } finally {
      await browser.close()
    }
  })

  test('who follows the redirects on the machine of the site sees the emails', async () => {
    const response = await fetch(`http://127.0.0.1:${site.nginxPort}${paths.mailbox}.json`)
    const { emails } = v.parse(MailboxSchema, await response.json())
    expect(emails.map(({ to }) => to)).toEqual([account.email])
  })

  test('a form from the address that visitors see says that PUBLIC_URL is missing', async () => {
    const headers = { origin: 'https://example.com' }
    const response = await site.send(accountPaths.signUp, { headers, body: account })
    expect([response.status, readProblem(response).code]).toEqual([403, 'origin-not-allowed'])
    expect(readProblem(response).detail).toContain('Check that PUBLIC_URL is the address of the site.')
  })

  test('all visitors share the limit of the proxy, whatever they claim, and the log says why', async () => {
    await expectSharedLimit(site)
    await expect.poll(site.readOutput).toContain('forwarded by a proxy that TRUST_PROXY does not name')
  })
})

test.describe('behind nginx with nothing but `proxy_pass`, a public site', () => {
  test.describe.configure({ mode: 'serial' })
  test.skip(!hasNginx, 'nginx is not installed')

  const origin = 'https://example.com'
  let site: Site
  test.beforeAll(async () => {
    site = await startSite({ PUBLIC_URL: origin })
  })
  test.afterAll(() => site?.stop())

  test('the mailbox is closed, and says what to set', async () => {
    for (const headers of [{}, pretended, { 'x-forwarded-host': '127.0.0.1' }]) {
      const response = await site.send(paths.mailbox, { headers })
      expect([response.status, readProblem(response).code]).toEqual([403, 'mailbox-not-local'])
      expect(readProblem(response).detail).toContain('SMTP_URL and MAIL_FROM')
    }
  })

  test('who registers learns that the site can’t send emails, and what its operator must set', async () => {
    const signedUp = await site.send(accountPaths.signUp, { headers: { origin }, body: account })
    expect(signedUp.status).toBe(201)
    const cookie = (signedUp.headers['set-cookie'] ?? []).map((header) => header.split(';')[0]).join('; ')
    for (const [path, body] of [
      [accountPaths.sendCode, {}],
      [accountPaths.requestReset, { email: account.email }],
    ] as const) {
      const response = await site.send(path, { headers: { origin, cookie }, body })
      expect([response.status, readProblem(response).code]).toEqual([409, 'email-unavailable'])
      expect(readProblem(response).hint).toContain('must set SMTP_URL and MAIL_FROM')
    }
  })

  test('all visitors share the limit of the proxy, whatever they claim', async () => {
    let remaining = await expectSharedLimit(site)
    for (; remaining > 0; remaining -= 1) await site.send(paths.sandbox)
    const response = await site.send(paths.sandbox, {
      headers: { ...pretended, 'x-forwarded-for': '203.0.113.99' },
    })
    expect([response.status, response.headers['ratelimit-remaining']]).toEqual([429, '0'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('the log says at the start what is missing', () => {
    const output = site.readOutput()
    expect(output).toContain('Visitors reach this site through a proxy')
    expect(output).toContain(
      'Set TRUST_PROXY to the addresses of your proxies, which must send X-Forwarded-For',
    )
    expect(output).toContain('Set SMTP_URL and MAIL_FROM')
  })
})

test.describe('behind nginx with nothing but `proxy_pass`, a public site that trusts it', () => {
  test.skip(!hasNginx, 'nginx is not installed')

  test('visitors choose their addresses; the guide’s check and the log say so', async () => {
    const origin = 'https://example.com'
    const site = await startSite({ PUBLIC_URL: origin, TRUST_PROXY: 'loopback' })
    try {
      const silent = 'from an address that TRUST_PROXY names, but without X-Forwarded-For'
      for (const address of ['192.0.2.1', '198.51.100.1'])
        await site.send(paths.tokens, { headers: { 'x-forwarded-for': address } })
      await expect.poll(() => site.readOutput().match(/"token-missing"/g)).toHaveLength(2)
      expect(site.readOutput()).not.toContain(silent)
      await site.send(accountPaths.providers, { headers: { referer: `${origin}/auth/login` } })
      await expect.poll(site.readOutput).toContain(silent)
    } finally {
      await site.stop()
    }
  })
})

/** Returns how many requests are left. */
async function expectSharedLimit(site: Site): Promise<number> {
  const readRemaining = async (options: SendOptions) => {
    const { headers } = await site.send(paths.sandbox, options)
    return Number(headers['ratelimit-remaining'])
  }
  const first = await readRemaining({ from: '127.0.5.1' })
  expect(first).toBeGreaterThan(3)
  expect(await readRemaining({ from: '127.0.6.1' })).toBe(first - 1)
  expect(await readRemaining({ from: '127.0.6.1', headers: pretended })).toBe(first - 2)
  const another = { ...pretended, 'x-forwarded-for': '203.0.113.8' }
  expect(await readRemaining({ from: '127.0.7.1', headers: another })).toBe(first - 3)
  return first - 3
}
