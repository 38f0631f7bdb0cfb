import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LocalKeySchema, PreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFileIfExists } from '../../releases/storage/folder-store.ts'
import { getTestEntry, writeRemote } from '../../testing/builds.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { fetchLocal, parseLocalSource } from './local-source.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** Serves a folder as a developer's dev server would. Returns its port. */
async function serve(folder: string): Promise<number> {
  const server = createServer(async (request, response) => {
    const body = await readFileIfExists(join(folder, request.url ?? ''))
    if (request.url === '/missing.js') response.writeHead(302, { location: 'http://192.0.2.1/x.js' }).end()
    else if (body === null) response.writeHead(404).end()
    else response.end(body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // it listens on a port
}

describeWithServer('local previews', (server) => {
  let folder = ''
  let from = ''
  beforeEach(async () => {
    await publishSite(server(), 'one', 'two')
    await createRolloutClient(server()).post('/-/remotes/one/on', {
      reason: 'make the server read the document',
    })
    folder = join(server().configuration.dataDir, 'mine')
    writeRemote(folder, 'one', { version: '2.0.0-mine', hash: '99999999' })
    from = `http://localhost:${await serve(join(folder, 'one'))}/`
  })

  /** The key that a program on this machine gets. */
  async function fetchKey(): Promise<string> {
    const { headers } = await server().app.inject('/-/previews/local')
    const back = await fetch(String(headers.location), { redirect: 'manual' })
    const { pathname, search } = new URL(back.headers.get('location') ?? '')
    return v.parse(LocalKeySchema, (await server().app.inject(pathname + search)).json()).key
  }
  const createPreview = async (body: object) =>
    createRolloutClient(server()).post('/-/previews', { ...body, key: await fetchKey() })
  async function open(body: object): Promise<string> {
    const { url } = v.parse(PreviewSchema, (await createPreview(body)).json())
    const opened = await server().app.inject({ method: 'POST', url: new URL(url).pathname })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/one'])
    return opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  async function fetchPage(cookie: string, headers: Record<string, string> = {}) {
    const response = await server().app.inject({ url: '/one', headers: { ...headers, cookie } })
    const data = readPageData(response.body)
    return { response, one: data.remotes.find(({ name }) => name === 'one') }
  }
  const fetchFile = (cookie: string, file = 'remote.js', headers: Record<string, string> = {}) =>
    server().app.inject({ url: `/-/local/one/${file}`, headers: { ...headers, cookie } })

  test('the browser that opened the link gets the local build through the site, with its hashes', async () => {
    const cookie = await open({ remote: 'one', from })
    const { response, one } = await fetchPage(cookie)
    const record = writeRemote(folder, 'one', { version: '2.0.0-mine', hash: '99999999' })
    expect(one).toMatchObject({
      arm: 'preview',
      local: { from, problem: null },
      release: { version: '2.0.0-mine', entry: record.entry, folder: '/-/local/one/' },
      fallback: { version: '1.0.0' },
    })
    expect(response.body).toContain(
      `href="/-/local/one/remote.js" integrity="${record.entry.integrity}" crossorigin="anonymous"`,
    )
    expect(response.headers['content-security-policy']).toMatch(/script-src 'self'(?: 'sha256-[^' ]+'){2};/)
    for (const file of ['remote.js', '~2/remote.js']) {
      const served = await fetchFile(cookie, file)
      expect([served.statusCode, served.body]).toEqual([200, getTestEntry('one', '99999999')])
      expect(served.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  test('the next page load shows the next build', async () => {
    const cookie = await open({ remote: 'one', from })
    await fetchPage(cookie)
    const { entry } = writeRemote(folder, 'one', {
      version: '2.0.0-mine',
      hash: '99999999',
      files: { 'remote.js': 'edited' },
    })
    expect((await fetchPage(cookie)).one?.release.entry).toEqual(entry)
  })

  test('while the local server is down, the stable release is shown with the reason', async () => {
    const cookie = await open({ remote: 'one', from })
    await new Promise((resolve) => servers.pop()?.close(resolve))
    const { one } = await fetchPage(cookie)
    expect(one).toMatchObject({ arm: 'preview', release: { version: '1.0.0' } })
    expect(one?.local).toEqual({ from, problem: `${from} does not respond` })
    const file = await fetchFile(cookie)
    expect([file.statusCode, file.json().detail]).toEqual([404, `${from} does not respond`])
  })

  test('other browsers, remotes and host names get no local files', async () => {
    const cookie = await open({ remote: 'one', from })
    expect((await fetchPage('')).one?.local).toBeUndefined()
    expect((await fetchFile('')).statusCode).toBe(404)
    expect((await fetchFile(`${cookie}x`)).statusCode).toBe(404)
    expect(
      (await server().app.inject({ url: '/-/local/two/remote.js', headers: { cookie } })).statusCode,
    ).toBe(404)
    const host = { host: 'rebound.example' }
    expect((await fetchFile(cookie, 'remote.js', host)).statusCode).toBe(404)
    expect((await fetchPage(cookie, host)).one?.local).toBeUndefined()
  })

  test.each(['../release.json', '..%2frelease.json', '.env', 'no-such.js', 'missing.js', 'a.exe', ''])(
    'there is no local file %j',
    async (file) => {
      expect((await fetchFile(await open({ remote: 'one', from }), file)).statusCode).toBe(404)
    },
  )

  test.each([
    'http://192.0.2.1:3001/',
    'http://10.0.0.1/',
    'http://0.0.0.0:3001/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'http://[::ffff:c000:201]/',
    'http://user:secret@localhost:3001/',
    'https://localhost:3001/',
    'file:///etc/',
    'http://localhost:3001/release.json',
    'http://localhost:3001/?x=/',
    'nonsense',
  ])('the source %s is rejected', async (address) => {
    const response = await createPreview({ remote: 'one', from: address })
    expect([response.statusCode, response.json().code]).toEqual([422, 'preview-source-invalid'])
  })

  test('a source that does not serve a build of the remote is rejected with the reason', async () => {
    const other = await createPreview({ remote: 'two', from })
    expect(other.json()).toMatchObject({
      code: 'preview-source-invalid',
      detail: `${from} serves one, not two.`,
    })
    const nothing = await createPreview({ remote: 'one', from: `${from}sub/` })
    expect(nothing.json().detail).toBe(`${from}sub/release.json responded with 404.`)
    expect((await createPreview({ remote: 'one', from, version: '1.0.0' })).statusCode).toBe(400)
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a browser that sends only cookies', { cookie: 'a=b' }],
  ])('%s can’t open a preview in a browser', async (_who, headers) => {
    const { url } = v.parse(PreviewSchema, (await createPreview({ remote: 'one', from })).json())
    const { pathname } = new URL(url)
    const shown = await server().app.inject({ url: pathname, headers })
    expect([shown.statusCode, shown.headers['set-cookie']]).toEqual([200, undefined])
    expect(shown.headers['x-frame-options']).toBe('DENY')
    const opened = await server().app.inject({ method: 'POST', url: pathname, headers })
    expect([opened.statusCode, opened.headers['set-cookie']]).toEqual([403, undefined])
  })

  test('without the key of this machine, nothing is read from a local address', async () => {
    const served = servers.at(-1)
    const requests: unknown[] = []
    served?.on('request', ({ url }) => requests.push(url))
    const key = await fetchKey()
    for (const other of [{}, { key: '' }, { key: `${key}x` }]) {
      const body = { remote: 'one', from, ...other }
      const response = await createRolloutClient(server()).post('/-/previews', body)
      expect([response.statusCode, response.json().code]).toEqual([403, 'preview-not-local'])
      expect(response.body).not.toContain(key)
    }
    expect(requests).toEqual([])
    const headers = { host: 'ada.example' }
    const elsewhere = await server().app.inject({ url: `/-/previews/local?key=${key}`, headers })
    expect(elsewhere.json().code).toBe('preview-not-local')
  })

  test('a local preview requires a local request and permission for the remote', async () => {
    const client = createRolloutClient(server())
    const team = await client.with('preview:two')
    expect((await team.post('/-/previews', { remote: 'one', from })).json().code).toBe('insufficient-scope')
    const { app } = server()
    const { secret } = (
      await client.post('/-/tokens', { name: 'ci', scopes: ['preview:one'], days: 1 })
    ).json()
    const response = await app.inject({
      method: 'POST',
      url: '/-/previews',
      headers: { host: 'ada.example', authorization: `Bearer ${secret}` },
      payload: { remote: 'one', from },
    })
    expect([response.statusCode, response.json().code]).toEqual([403, 'preview-not-local'])
    const { events } = (await client.get('/-/events')).json()
    expect(events.at(-1).what).toBe('token.create')
  })
})

test('every notation of a local address is accepted', async () => {
  expect(parseLocalSource('http://127.1:3001/')).toBe('http://127.0.0.1:3001/')
  expect(parseLocalSource('http://LOCALHOST/dist/one/')).toBe('http://localhost/dist/one/')
  expect(parseLocalSource('http://[::1]:3001/')).toBe('http://[::1]:3001/')
  await expect(fetchLocal('http://[::1]:1/', 'release.json')).rejects.toThrow('does not respond')
})
