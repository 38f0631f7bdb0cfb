import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as requestHttp, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ReleaseFile, ReleaseFileSchema } from '@portico/kit/contract/release-file.ts'
import { SiteSchema } from '@portico/kit/site/site.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
  type PageData,
} from '@portico/protocol/discovery/discovery-document.ts'
import { hasIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BuiltRelease } from '../../release-cli/built-release.ts'
import { refuseOtherSites } from '../../system/own-request.ts'
import { root } from '../../system/run-command.ts'
import { readPageData } from '../../testing/read-page-data.ts'
import { type DevServer, startDevServer } from './dev-server.ts'
import type { DevSettings } from './settings.ts'
import { openSiteCopy } from './site-copy.ts'

const integrity = `sha256-${'A'.repeat(43)}=`
const released = {
  version: '1.0.0',
  hash: '11111111',
  contractVersion: 1,
  global: 'released_11111111',
  entry: { file: 'remote.js', integrity },
  pages: [],
}
const visitor = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const data: PageData = {
  revision: 7,
  loadDeadlineMs: 120_000,
  visitor,
  remotes: ['portfolio', 'weather'].map((name) => ({ name, team: `team of ${name}`, release: released })),
  site: v.parse(SiteSchema, JSON.parse(readFileSync(join(root, 'site.config.json'), 'utf8'))),
}

const developmentShell = {
  release: '1.0.0-22222222',
  script: { file: 'development.js', integrity },
  inspector: { file: 'inspect.js', integrity },
}
const inspector = `<script defer src="/r/shell/1.0.0-22222222/inspect.js" integrity="${integrity}" crossorigin="anonymous" data-developed="weather"></script>`
const shellFile = '/r/shell/1.0.0-22222222/index.js'
const discovery: DiscoveryDocument = {
  schemaVersion: 1,
  revision: 7,
  shell: { version: '1.0.0', hash: '22222222', js: [{ file: 'index.js', integrity }], css: [], fonts: [] },
  remotes: {
    portfolio: {
      team: 'team of portfolio',
      stable: {
        ...released,
        pages: [
          {
            path: '/projects',
            access: 'open',
            title: 'Projects',
            css: [],
            js: [{ file: 'projects.js', integrity }],
          },
        ],
      },
    },
  },
}

let folder = ''
let settled: Promise<void> = Promise.resolve()
let lines: string[] = []
let site: Server
let dev: DevServer
let requests: { request: IncomingMessage; body: string }[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-dev-'))
  writeFileSync(join(folder, 'remote.js'), 'the build')
  requests = []
  lines = []
  site = createServer(async (request, response) => {
    requests.push({ request, body: await text(request) })
    response.setHeader('set-cookie', [
      'theme=1; Path=/; Domain=127.0.0.1; Secure',
      '__Secure-session=1; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
    response.setHeader('integrity-policy', 'blocked-destinations=(script)')
    response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'")
    if (request.url === '/release-check/no-such-page') {
      response.statusCode = 404
      return response.end(
        `<html><head><script defer src="${shellFile}" integrity="${integrity}" crossorigin="anonymous"></script></head><body><div id="root"></div><script type="application/json" id="page-data">${JSON.stringify(request.headers.cookie ? data : { ...data, visitor: null })}</script></body></html>`,
      )
    }
    if (request.url === '/-/discovery.json') return response.end(JSON.stringify(discovery))
    if (request.url === '/-/kit/shell.json') return response.end(JSON.stringify(developmentShell))
    if (request.url === '/moved') return response.writeHead(302, { location: `${getOrigin()}/there` }).end()
    response.end(`the site's ${request.url}`)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  dev = await start()
})
afterEach(async () => {
  await dev.close()
  site.close()
  rmSync(folder, { recursive: true })
})

const getOrigin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`

function createBuild(hash = '0a1b2c3d'): BuiltRelease {
  return {
    folder,
    record: {
      schemaVersion: 1,
      remote: 'weather',
      team: 'team of weather',
      version: '1.1.0',
      hash,
      contractVersion: 1,
      federationVersion: '1.0',
      global: `weather_${hash}`,
      entry: { file: 'remote.js', integrity },
      files: {},
      pages: [{ path: '/weather', access: 'open', title: 'Weather', js: [], css: [] }],
    },
  }
}

function start(settings: Partial<DevSettings> = {}, port = 0): Promise<DevServer> {
  return startDevServer({
    site: getOrigin(),
    port,
    build: createBuild(),
    copy: openSiteCopy(folder, getOrigin()),
    progress: (line) => lines.push(line),
    settle: () => settled,
    settings: { as: 'real', fault: 'none', ...settings },
  })
}
async function restart(settings: Partial<DevSettings>): Promise<void> {
  await dev.close()
  dev = await start(settings)
}

function stopSite(): Promise<unknown> {
  return new Promise((resolve) => {
    site.close(resolve)
    site.closeAllConnections()
  })
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(dev.address + path, { headers, redirect: 'manual' })
/** Sends a path as it is. */
const getRaw = async (path: string) => {
  const sent = requestHttp({ host: '127.0.0.1', port: new URL(dev.address).port, path }).end()
  const [response]: IncomingMessage[] = await once(sent, 'response')
  response?.resume()
  return { status: response?.statusCode }
}
const getPage = (path = '/weather') => get(path, { accept: 'text/html,*/*', cookie: 'session=0' })
const fetchRemotes = async () =>
  v.parse(DiscoveryDocumentSchema, await (await get('/-/discovery.json')).json()).remotes
const file = '/r/weather/1.1.0-0a1b2c3d/remote.js'

/** Expects the site's page with the build in place of the released remote. Returns the data of the page. */
async function expectPageWithBuild(response: Response): Promise<PageData> {
  const page = readPageData(await response.text())
  expect([response.status, response.headers.get('content-security-policy')]).toEqual([
    200,
    "default-src 'none'; script-src 'self'",
  ])
  expect(page.remotes.map(({ name, release }) => [name, release.hash])).toEqual([
    ['portfolio', '11111111'],
    ['weather', '0a1b2c3d'],
  ])
  return page
}

describe('a page of the development server', () => {
  test('is the site’s own shell, for development, with the build in place of the released remote', async () => {
    const response = await getPage('/weather?x=1')
    const html = await response.clone().text()
    expect(html).toContain(
      `<script defer src="/r/shell/1.0.0-22222222/development.js" integrity="${integrity}" crossorigin="anonymous"></script>`,
    )
    expect(html).not.toContain(shellFile)
    const page = await expectPageWithBuild(response)
    expect(page.visitor).toEqual(visitor)
    expect(requests.map(({ request }) => [request.url, request.headers.cookie])).toEqual([
      ['/release-check/no-such-page', 'session=0'],
      ['/-/kit/shell.json', undefined],
    ])
  })

  test('waits for the build of a changed manifest', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    settled = promise
    const response = getPage('/weather')
    expect((await get('/-/dev')).status).toBe(200)
    expect(requests).toEqual([])
    dev.show({ ...createBuild(), record: { ...createBuild().record, version: '1.1.0' } })
    resolve()
    const { remotes } = readPageData(await (await response).text())
    expect(remotes.find(({ name }) => name === 'weather')?.release.version).toBe('1.1.0')
  })

  test('waits for its reload if it asks for a file of a build that has been replaced', async () => {
    const expectNoResponse = async (path: string) => {
      const leaving = new AbortController()
      const response = fetch(dev.address + path, { signal: leaving.signal })
      expect(await Promise.race([response, get('/-/dev').then(() => 'no response')])).toBe('no response')
      leaving.abort()
      await expect(response).rejects.toThrow()
    }
    const update = file.replace('remote.js', 'weather.0a1b2c3d.hot-update.json')
    expect((await get(update)).status).toBe(404)
    dev.show(createBuild(), { isOther: true })
    await expectNoResponse(update)
    expect((await get(file)).status).toBe(200)
    dev.show({ ...createBuild(), record: { ...createBuild().record, hash: '99999999' } }, { isOther: true })
    await expectNoResponse(file)
    expect((await get(file.replace(/-[0-9a-f]{8}/, '-99999999'))).status).toBe(200)
  })

  test('has the inspector before the shell if its address has `?inspect`', async () => {
    const html = await (await getPage('/weather?x=1&inspect')).text()
    expect(html).toContain(`${inspector}\n<script defer src="/r/shell/1.0.0-22222222/development.js"`)
    expect(await (await getPage('/weather?inspected')).text()).not.toContain('inspect.js')
  })

  test('gets the files of the build from this machine, also when the shell retries', async () => {
    for (const path of [file, file.replace('remote.js', '~2/remote.js')]) {
      const response = await get(path)
      expect([response.status, await response.text(), response.headers.get('cache-control')]).toEqual([
        200,
        'the build',
        'no-store',
      ])
    }
    expect((await get(file.replace('remote.js', '..%2f..%2fx'))).status).toBe(404)
    expect(requests).toEqual([])
  })

  test('stays open for a newer build, and reloads for one of another kind, even if that was built while it connected', async () => {
    const html = await (await getPage()).text()
    const script = /src="(\/-\/dev\/page\.js\?state=\d+)"/.exec(html)?.[1] ?? ''
    expect(await (await get(script)).text()).toContain('location.reload()')
    const connect = async () => {
      const { body } = await get(script.replace('page.js', 'events'))
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
      return { read: async () => (await reader?.read())?.value }
    }
    const open = await connect()
    dev.showErrors('An error in route.tsx')
    expect(await open.read()).toBe('event: errors\ndata: "An error in route.tsx"\n\n')
    expect(await (await connect()).read()).toContain('An error in route.tsx')
    dev.show(createBuild('88888888'))
    expect(await open.read()).toBe('event: errors\ndata: null\n\n')
    dev.show(createBuild('99999999'), { isOther: true })
    expect(await open.read()).toContain('event: reload')
    expect(await (await connect()).read()).toContain('event: reload')
    expect(await (await getPage()).text()).toContain('99999999')
  })

  test('stays with the build when something is released on the site', async () => {
    expect(await fetchRemotes()).toMatchObject({
      portfolio: discovery.remotes.portfolio,
      weather: { stable: { version: '1.1.0', hash: '0a1b2c3d' } },
    })
  })

  test('gets the entry that it names, also after a save', async () => {
    const readEntry = async () => {
      const { remotes } = readPageData(await (await getPage()).text())
      return remotes.find(({ name }) => name === 'weather')?.release.entry
    }
    const hashes: boolean[] = []
    const expectEntry = async (entry: ReleaseFile | undefined) => {
      const { file: name, integrity: expected } = v.parse(ReleaseFileSchema, entry)
      const bytes = await (await get(file.replace('remote.js', name))).text()
      hashes.push(hasIntegrity(bytes, expected))
    }
    const first = await readEntry()
    writeFileSync(join(folder, 'remote.js'), 'a newer build')
    dev.show(createBuild())
    for (const entry of [first, await readEntry(), (await fetchRemotes()).weather?.stable.entry])
      await expectEntry(entry)
    expect(hashes).toEqual([true, true, true])
  })

  test('may be updated by scripts without a hash, which a site with other origins refuses', async () => {
    expect((await get('/-/health')).headers.get('integrity-policy')).toBe('blocked-destinations=(script)')
    expect((await getPage()).headers.get('integrity-policy')).toBeNull()
  })

  test.each([
    ['signed-in', { username: 'developer', isVerify: true }],
    ['unverified', { username: 'developer', isVerify: false }],
    ['signed-out', null],
  ] as const)('can be shown to a visitor who is %s, without an account', async (as, expected) => {
    await restart({ as })
    const page = readPageData(await (await getPage()).text())
    const session = await (await get('/-/account/session')).json()
    if (expected === null) expect([page.visitor, session]).toEqual([null, { visitor: null }])
    else expect([page.visitor, session]).toMatchObject([expected, { visitor: expected }])
    const changed = await fetch(`${dev.address}/-/account/update`, { method: 'POST' })
    const reached = requests.map(({ request }) => request.url)
    expect([changed.status, reached]).toEqual([503, ['/release-check/no-such-page', '/-/kit/shell.json']])
  })
})

test('a page of a remote that uses other origins has a policy that allows them', async () => {
  const build = createBuild()
  const origins = { connect: ['https://api.example'] }
  dev.show({ ...build, record: { ...build.record, origins } })
  const response = await getPage()
  const { remotes, policyFor } = readPageData(await response.text())
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src https://api.example",
  )
  expect([policyFor, remotes.at(-1)?.release.origins]).toEqual(['weather', origins])
  const other = await getPage('/projects')
  expect(other.headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'self'")
  expect(readPageData(await other.text())).not.toHaveProperty('policyFor')
})

describe('faults', () => {
  test('a failing remote does not load, while the rest of the site does', async () => {
    await restart({ fault: 'failing' })
    expect((await get(file)).status).toBe(503)
    expect((await get('/r/portfolio/1.0.0-11111111/remote.js')).status).toBe(200)
  })

  test('do not delay updates, which no release has', async () => {
    const update = 'home.1f2e3d.hot-update.js'
    writeFileSync(join(folder, update), 'the update')
    for (const fault of ['slow', 'hanging', 'failing'] as const) {
      await restart({ fault })
      expect(await (await get(file.replace('remote.js', update))).text()).toBe('the update')
    }
  })

  test('a hanging remote never responds', async () => {
    await restart({ fault: 'hanging' })
    const hanging = get(file).catch(() => 'ended')
    const other = get('/r/portfolio/1.0.0-11111111/remote.js').then(() => 'the site')
    expect(await Promise.race([hanging, other])).toBe('the site')
    await dev.close()
    expect(await hanging).toBe('ended')
    dev = await start()
  })

  test('are chosen while the pages are open', async () => {
    const body = new URLSearchParams({ as: 'signed-out', fault: 'failing' })
    const response = await fetch(`${dev.address}/-/dev`, { method: 'POST', body, redirect: 'manual' })
    expect([response.status, (await get(file)).status]).toEqual([303, 503])
    const html = await (await get('/-/dev')).text()
    expect(html).toMatch(/value="failing" checked/)
    expect(html).toContain('<a href="/weather">')
  })

  test('which do not exist are refused, and change nothing', async () => {
    const body = new URLSearchParams({ as: 'signed-out', fault: 'broken' })
    const response = await fetch(`${dev.address}/-/dev`, { method: 'POST', body, redirect: 'manual' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('failing')
    expect((await get(file)).status).toBe(200)
  })
})

describe('everything else', () => {
  test('comes from the site, with cookies and redirects that work on this machine', async () => {
    const response = await get('/-/health')
    expect([await response.text(), response.headers.getSetCookie()]).toEqual([
      "the site's /-/health",
      // A browser would drop the second one without `Secure`.
      ['theme=1; Path=/', '__Secure-session=1; Path=/; HttpOnly; Secure; SameSite=Lax'],
    ])
    expect((await get('/moved')).headers.get('location')).toBe('/there')
  })

  test('requests of the real account reach the site as from its own pages', async () => {
    const method = 'POST'
    const headers = { origin: dev.address, 'content-type': 'application/json' }
    await fetch(`${dev.address}/-/account/sign-in`, { method, headers, body: '{"a":1}' })
    const [sent] = requests
    expect([sent?.request.method, sent?.request.headers.origin, sent?.body]).toEqual([
      'POST',
      getOrigin(),
      '{"a":1}',
    ])
  })

  test('load reports are dropped, so that a rollout never counts a developer', async () => {
    expect((await fetch(`${dev.address}/-/beacon`, { method: 'POST', body: '{}' })).status).toBe(204)
    expect(requests).toEqual([])
  })

  test('pages of other sites change nothing', async () => {
    const headers = { origin: 'https://evil.example' }
    const response = await fetch(`${dev.address}/-/account/sign-out`, { method: 'POST', headers })
    expect([response.status, requests]).toEqual([403, []])
  })

  test.each(['', '/', '///'])(
    'an address with a host in its path leads to no other site: "%s//host"',
    async (before) => {
      const asked: (string | undefined)[] = []
      const other = createServer((request, response) => {
        asked.push(request.headers.cookie)
        response.end()
      })
      other.listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo // it listens on a port
      for (const path of ['/-/x', '/-/account/session', '/r/portfolio/1.0.0-11111111/remote.js', '/weather'])
        for (const accept of ['text/html', '*/*'])
          await get(`${before}//127.0.0.1:${port}${path}`, { accept, cookie: 'session=0' })
      expect(asked).toEqual([])
      other.close()
    },
  )

  test('only a path is a request', async () => {
    const { status } = await getRaw(`${getOrigin()}/-/health`)
    expect([status, requests]).toEqual([502, []])
  })

  test('pages of other sites can’t read a build', async () => {
    const released = file.replace('weather/1.1.0-0a1b2c3d', 'portfolio/1.0.0-11111111')
    for (const path of [file, released]) {
      const { headers } = await get(path, { origin: 'https://evil.example' })
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test.each([
    ['https://evil.example', '127.0.0.1:4000', false],
    ['http://evil.example:4000', 'evil.example:4000', false],
    ['null', '127.0.0.1:4000', false],
    ['http://127.0.0.1:4000', '127.0.0.1:4000', true],
    ['http://localhost:4000', 'localhost:4000', true],
    [undefined, '127.0.0.1:4000', true],
  ])('a page of %s that connects to %s gets updates: %s', async (origin, host, isAccepted) => {
    const updates = createServer().on('upgrade', refuseOtherSites)
    updates.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    updates.listen(0, '127.0.0.1')
    await once(updates, 'listening')
    const { port } = updates.address() as AddressInfo // it listens on a port
    const socket = connect(port, '127.0.0.1')
    const headers = [`host: ${host}`, 'connection: upgrade', 'upgrade: websocket', `origin: ${origin}`]
    const sent = headers.filter((header) => header !== 'origin: undefined')
    socket.write(['GET /rsbuild-hmr HTTP/1.1', ...sent, '', ''].join('\r\n'))
    expect(await text(socket)).toBe(isAccepted ? 'HTTP/1.1 101 Switching Protocols\r\n\r\n' : '')
    updates.close()
  })

  test('a site whose shell has no build for development is named, with what to do', async () => {
    const [respond] = site.listeners('request')
    site.removeAllListeners('request')
    site.on('request', (request, response) =>
      request.url === '/-/kit/shell.json'
        ? response.writeHead(404).end('{"code":"not-found"}')
        : respond?.(request, response),
    )
    const response = await getPage()
    expect([response.status, await response.text()]).toEqual([
      502,
      expect.stringMatching(/^The shell of http\S+ has no build for development .*portico upgrade/),
    ])
  })

  test('a port that is in use is named', async () => {
    const port = Number(new URL(dev.address).port)
    await expect(start({}, port)).rejects.toThrow(`Port ${port} is in use. Choose another one with --port.`)
  })

  test('an unreachable site is named', async () => {
    const origin = getOrigin()
    await stopSite()
    const response = await getPage()
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining(origin)])
  })
})

describe('an unreachable site', () => {
  test('is shown from its copy, with the build, and the developer is notified', async () => {
    await dev.copySite()
    await stopSite()
    await expectPageWithBuild(await getPage())
    expect(await (await getPage('/weather?inspect')).text()).toContain(inspector)
    const scripts = ['development.js', 'inspect.js'].map((name) => `/r/shell/1.0.0-22222222/${name}`)
    for (const path of [...scripts, '/r/portfolio/1.0.0-11111111/projects.js'])
      expect([await (await get(path)).text(), path]).toEqual([`the site's ${path}`, path])
    expect(lines).toEqual([
      expect.stringContaining('4 new files'),
      expect.stringMatching(/is unreachable\. You see a copy of its shell and remotes from /),
    ])
    expect(await (await get('/-/dev')).text()).toContain('is unreachable')
    expect(Object.keys(await fetchRemotes())).toEqual(['portfolio', 'weather'])
    expect((await get('/-/account/session')).status).toBe(503)
  })

  test('was copied without anything of a visitor', async () => {
    await getPage()
    await dev.copySite()
    await stopSite()
    const response = await getPage()
    expect(readPageData(await response.text()).visitor).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('has the files that a page has loaded later, and none of releases that are gone', async () => {
    const lazy = '/r/portfolio/1.0.0-11111111/lazy.js'
    const old = '/r/portfolio/0.9.0-33333333/remote.js'
    for (const path of [lazy, old]) await get(path)
    await dev.copySite()
    await stopSite()
    expect(await (await get(lazy.replace('lazy.js', '~2/lazy.js'))).text()).toBe(`the site's ${lazy}`)
    await getPage()
    expect((await get(old)).status).toBe(503)
  })

  test('keeps the copy from before when it sends something else, such as the error of a proxy', async () => {
    await dev.copySite()
    const before = openSiteCopy(folder, getOrigin()).readPage()
    site.removeAllListeners('request')
    site.on('request', (_request, response) => response.writeHead(502).end('Bad gateway'))
    await dev.copySite()
    expect(lines.at(-1)).toMatch(
      /could not be copied .* did not send a page of a Portico site \(status 502\)/,
    )
    expect(openSiteCopy(folder, getOrigin()).readPage()).toEqual(before)
  })

  test('without a copy, it says what to do', async () => {
    await stopSite()
    await dev.copySite()
    expect(lines).toEqual([
      expect.stringContaining('run `npx --no-install portico dev` once while it is reachable'),
    ])
  })
})
