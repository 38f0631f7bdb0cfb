import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net'
import { json } from 'node:stream/consumers'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { afterEach, expect, test } from 'vitest'
import { runReleaseCli } from './run-release-cli.ts'

// A self-signed certificate for these tests only.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWvQ11qs8xRXM1bF5
lXr0E7Y+IZgmOlhWRb/Hi4xyKFKhRANCAAR/Ww8Z/T8rR6vNpymSmYh6FIF18kz7
k20lAqZzllsifo9TnZ4rCPB8V09iyjsqmd+oBBcP5ZkMmOv7IzExH4Ie
-----END PRIVATE KEY-----
`
const cert = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUBAnmaJNsKthfIiFYjTSknYQSjNUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA4MjcwNloYDzIxMjYxMDI5
MDgyNzA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR/Ww8Z/T8rR6vNpymSmYh6FIF18kz7k20lAqZzllsifo9TnZ4rCPB8
V09iyjsqmd+oBBcP5ZkMmOv7IzExH4Ieo1MwUTAdBgNVHQ4EFgQUhbONnEYf0eT5
eGH6WYYnbBsxdlcwHwYDVR0jBBgwFoAUhbONnEYf0eT5eGH6WYYnbBsxdlcwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAzuEjxxBUtBV9PjoRleU+
FqnyMckqkkfz/C91Vh7ct0cCIFE6wQVYCm0z0U7AYFkuK9kgz57jFuTbanKAtFyj
N/nY
-----END CERTIFICATE-----
`

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** Starts a server on a free port; returns its host and port. */
async function listen(server: Server | SocketServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  return `127.0.0.1:${port}`
}

const serve = (respond: RequestListener) => listen(createServer(respond))

/** The error of a command, on one line. */
async function getError(environment: Record<string, string>, ...args: readonly string[]) {
  const errors: string[] = []
  const exitCode = await runReleaseCli(args.length === 0 ? ['releases', 'things'] : args, {
    environment: { RELEASE_TOKEN: 'portico_secret', ...environment },
    print: () => {},
    printError: (text) => errors.push(text),
  })
  expect(errors.join()).not.toContain('portico_secret')
  return { exitCode, error: errors[0], errors }
}

test.each([
  'portico_secret\n',
  'portico_\nsecret',
  'Bearer portico_secret',
  '"portico_secret"',
  'portico_secret…',
])('the token %j is refused before it is sent', async (RELEASE_TOKEN) => {
  const { exitCode, error } = await getError({ RELEASE_URL: 'http://127.0.0.1:1', RELEASE_TOKEN })
  expect(exitCode).toBe(2)
  expect(error).toContain('RELEASE_TOKEN contains a space, a line break')
})

test.each([
  ['ada.example', 'RELEASE_URL must begin with https:// or http://. Did you mean https://ada.example?'],
  ['localhost:3000', 'Did you mean http://localhost:3000?'],
  ['ftp://ada.example', 'RELEASE_URL must begin with https:// or http://.'],
  ['https://ada.example/app?x', 'without a path: https://ada.example, not https://ada.example/app?x.'],
  ['https://ada:hidden@ada.example', 'RELEASE_URL contains a user name or a password.'],
])('the address %s is refused: %s', async (RELEASE_URL, expected) => {
  const { exitCode, error } = await getError({ RELEASE_URL })
  expect(exitCode).toBe(2)
  expect(error).toContain(expected)
  expect(error).not.toContain('hidden')
})

test('an address where nothing listens is named', async () => {
  const host = await serve(() => {})
  for (const cleanup of cleanups.splice(0)) cleanup()
  expect((await getError({ RELEASE_URL: `http://${host}` })).error).toBe(
    `Nothing listens at http://${host}. Check the address, and that the site is running.`,
  )
})

test('an unknown host is named', async () => {
  const { error } = await getError({ RELEASE_URL: 'http://no-such-host.invalid' })
  expect(error).toMatch(/There is no host named no-such-host\.invalid|can't be looked up at the moment/)
})

test('a connection that is reset is reported, before a response and within one', async () => {
  const before = await serve((request) => request.socket.destroy())
  const within = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
    response.socket?.destroySoon()
  })
  for (const host of [before, within]) {
    const { exitCode, error } = await getError({ RELEASE_URL: `http://${host}` })
    expect(exitCode).toBe(1)
    expect(error).toMatch(/closed the connection before its response was complete\. Try again\./)
  }
  const { error } = await getError({ RELEASE_URL: `http://${before}` }, 'off', 'things', '--reason', 'a test')
  expect(error).toContain('Check with status whether the request was carried out')
})

test('a connection that is reset during a download is reported', async () => {
  const evidence = { publishedAt: 0, publishedBy: 'CI', browser: null, stableAt: null, rollout: null }
  const host = await serve((request, response) => {
    if (!request.url?.endsWith('/archive'))
      return response.end(JSON.stringify({ id: '1.0.0-0a1b2c3d', quarantined: null, evidence }))
    response.writeHead(200, { 'content-length': '100' }).write('half')
    response.socket?.destroySoon()
  })
  const to = `http://${await serve((_request, response) => response.end(JSON.stringify({ remotes: [] })))}`
  const sites = { RELEASE_FROM_TOKEN: 'portico_secret', RELEASE_URL: to }
  const flags = ['--from', `http://${host}`, '--to', to]
  const { exitCode, errors } = await getError(sites, 'promote', 'things', '1.0.0', ...flags)
  expect(exitCode).toBe(1)
  expect(errors.at(-1)).toContain(
    `http://${host} closed the connection before its response was complete. Try again.`,
  )
})

test('a port that does not speak HTTP is reported', async () => {
  const host = await listen(createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')))
  const { error } = await getError({ RELEASE_URL: `http://${host}` })
  expect(error).toContain(`${host} doesn't respond with HTTP.`)
})

test('https without TLS and an untrusted certificate have different messages', async () => {
  const plain = await serve((_request, response) => response.end())
  expect((await getError({ RELEASE_URL: `https://${plain}` })).error).toBe(
    `${plain} doesn't use TLS. Use http://${plain} if that is intended.`,
  )
  const selfSigned = await listen(createTlsServer({ key, cert }, (_request, response) => response.end()))
  expect((await getError({ RELEASE_URL: `https://${selfSigned}` })).error).toContain(
    `This machine doesn't trust who signed the TLS certificate of ${selfSigned}.`,
  )
})

test.each([
  [
    502,
    '<html><title>502 Bad Gateway</title></html>',
    'The request failed with 502 and the HTML page "502 Bad Gateway". It probably comes from a proxy in front of the site: check that the site is running.',
  ],
  [404, '<!doctype html><h1>Hello', 'The request failed with 404 and an HTML page. It doesn’t come from'],
  [500, '', 'The request failed with 500 and an empty response.'],
  [
    503,
    'upstream gone\nid 7',
    'The request failed with 503 and "upstream gone". It probably comes from a proxy',
  ],
  [
    200,
    '<!doctype html><title>Sign in</title>',
    'got the HTML page "Sign in". It doesn’t come from the release API',
  ],
  [200, '{"remote":"things"}', "responded with something that this command doesn't know"],
])('the response %s %j is described', async (status, body, expected) => {
  const host = await serve((_request, response) => response.writeHead(status).end(body))
  const { exitCode, error } = await getError({ RELEASE_URL: `http://${host}` })
  expect(exitCode).toBe(1)
  expect(error).toContain(expected)
})

test('a redirect is not followed, but named', async () => {
  const host = await serve((_request, response) =>
    response.writeHead(301, { location: 'https://ada.example/-/releases/things' }).end(),
  )
  expect((await getError({ RELEASE_URL: `http://${host}` })).error).toContain(
    `http://${host} redirects to https://ada.example. If that is the site, set RELEASE_URL to it`,
  )
})

test.each(['remote-unknown', 'insufficient-scope'])(
  'after the error %s, the remote that was probably meant is named',
  async (code) => {
    const known = { stable: null, fallback: null, off: null, frozen: null, revision: 1, note: null }
    const host = await serve((request, response) => {
      const isList = request.url === '/-/remotes'
      const problem = { code, title: 'Unknown remote', status: 404 }
      const body = isList ? { remotes: [{ remote: 'catalogue', ...known }] } : problem
      response.writeHead(isList ? 200 : 404).end(JSON.stringify(body))
    })
    const get = (remote: string) => getError({ RELEASE_URL: `http://${host}` }, 'releases', remote)
    expect((await get('catalouge')).error).toBe('Unknown remote. Did you mean "catalogue"?')
    expect((await get('catalogue')).error).toBe('Unknown remote.')
    expect((await get('weather')).error).toBe('Unknown remote.')
  },
)

test('explain names the remote that was probably meant', async () => {
  const stable = {
    version: '1.0.0',
    hash: '0a1b2c3d',
    contractVersion: 2,
    global: 'portico_catalogue',
    pages: [],
    entry: { file: 'remote.js', integrity: computeIntegrity('') },
  }
  const remotes = { catalogue: { team: 'catalogue team', stable } }
  const document = { schemaVersion: 1, revision: 1, shell: null, remotes }
  const host = await serve((_request, response) => response.end(JSON.stringify(document)))
  const { exitCode, error } = await getError({ RELEASE_URL: `http://${host}` }, 'explain', 'catalouge', '1')
  expect([exitCode, error]).toEqual([
    1,
    'This site has no remote "catalouge". Did you mean "catalogue"? It has: catalogue.',
  ])
})

test('scopes may have a space after each comma', async () => {
  let sent: unknown
  const host = await serve(async (request, response) => {
    sent = await json(request)
    response.end('{}')
  })
  const flags = ['--name', 'CI', '--scopes', 'read, publish:catalogue']
  await getError({ RELEASE_URL: `http://${host}` }, 'token', 'create', ...flags)
  expect(sent).toMatchObject({ scopes: ['read', 'publish:catalogue'] })
})
