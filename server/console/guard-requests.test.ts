import { expect, test } from 'vitest'
import { createConsoleClient, getConsole } from '../testing/console-client.ts'
import { describeWithServer } from '../testing/describe-databases.ts'

describeWithServer('the console', (server) => {
  const signIn = async () => {
    const client = createConsoleClient(server())
    await client.signIn({ token: client.adminToken })
    return client
  }
  const body = { name: 'forged', scopes: ['admin'] }
  const refused = { status: 403, code: 'origin-not-allowed' }
  const site = 'http://127.0.0.1:3000'

  test.each<[string, Record<string, string | undefined>]>([
    ['without a CSRF token', { 'x-csrf-token': undefined }],
    ['with a wrong CSRF token', { 'x-csrf-token': 'x' }],
    ['of the site', { origin: site }],
    ['without an origin', { origin: undefined }],
    ['of a sandboxed frame', { origin: 'null' }],
    ['of another port', { 'sec-fetch-site': 'same-site' }],
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['from the address bar', { 'sec-fetch-site': 'none' }],
    ['for another host', { host: 'evil.example' }],
    [
      'for another host with the name of a trusted proxy',
      { host: 'evil.example', 'x-forwarded-host': 'localhost:4000' },
    ],
    ['for another port', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
  ])('refuses a change %s', async (_what, headers) => {
    const client = await signIn()
    expect((await client.send('POST', '/-/tokens', { body, headers })).json()).toMatchObject(refused)
    expect((await client.send('DELETE', '/session', { headers })).json()).toMatchObject(refused)
    expect((await client.send('GET', '/-/tokens')).body).not.toContain('forged')
  })

  test('refuses the CSRF token of another session', async () => {
    const [own, other] = [await signIn(), await signIn()]
    const headers = { 'x-csrf-token': other.csrfToken() }
    expect((await own.send('POST', '/-/tokens', { body, headers })).json()).toMatchObject(refused)
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['of the site', { origin: site, 'sec-fetch-site': 'same-site' }],
    ['of another site, from a browser that doesn’t say so', { origin: site, 'sec-fetch-site': undefined }],
    ['without an origin', { origin: undefined }],
  ])('refuses a sign-in from a page %s', async (_what, headers) => {
    const client = createConsoleClient(server())
    const response = await client.send('POST', '/session', { body: { token: client.adminToken }, headers })
    expect(response.json()).toMatchObject(refused)
    expect(client.cookie()).toBe('')
  })

  test.each(['/session', '/changes', '/-/tokens', '/-/tokens/current'])(
    'shows nothing of %s to a page of another origin or for another host',
    async (path) => {
      const client = await signIn()
      for (const headers of [
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
        { host: 'evil.example:4000' },
      ])
        expect((await client.send('GET', path, { headers })).json()).toMatchObject(refused)
    },
  )

  test('opens a page for a link of another site, under each name of this machine, but not of another one', async () => {
    const client = createConsoleClient(server())
    const open = async (headers: Record<string, string>) =>
      (await client.send('GET', '/rollouts/r1', { headers: { 'sec-fetch-site': 'cross-site', ...headers } }))
        .headers['content-type']
    const { url } = getConsole(server())
    const { port } = new URL(url)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await open({ host })).toContain('text/html')
    expect(await open({ host: `evil.example:${port}` })).toContain('problem+json')
  })

  test('can’t be framed, and loads and reveals nothing elsewhere', async () => {
    const client = await signIn()
    for (const path of ['/', '/session', '/-/tokens', '/assets/none.js', '/-/unknown']) {
      const { headers } = await client.send('GET', path)
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'/,
      )
      expect(policy).toContain("require-trusted-types-for 'script'")
    }
  })
})

describeWithServer(
  'the console with a host name',
  (server) => {
    test('has a cookie of its own host, and answers for that host alone', async () => {
      const client = createConsoleClient(server())
      const response = await client.signIn({ token: client.adminToken })
      expect(response.headers['set-cookie']).toMatch(
        /^__Host-portico_console=[^;]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      )
      expect(response.headers['strict-transport-security']).toBeDefined()
      const headers = { host: 'localhost:4000' }
      expect((await client.send('GET', '/', { headers })).statusCode).toBe(403)
      expect(getConsole(server()).address).toBe('https://console.example.com')
    })

    test('limits the attempts to sign in from a network', async () => {
      const client = createConsoleClient(server())
      const signIn = async (address: string) => {
        const headers = { 'x-forwarded-for': address }
        return (await client.send('POST', '/session', { body: { token: 'x' }, headers })).json().code
      }
      const attempts = await Promise.all(Array.from({ length: 31 }, () => signIn('192.0.2.1')))
      expect(attempts.filter((code) => code === 'too-many-requests')).toHaveLength(1)
      expect(await signIn('198.51.100.1')).toBe('token-invalid')
    })
  },
  {
    environment: async () => ({
      ADDRESS_LIMIT_FACTOR: '1',
      PUBLIC_URL: 'https://example.com',
      CONSOLE_URL: 'https://console.example.com',
      TRUST_PROXY: 'loopback',
    }),
  },
)
