import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { publishAtStartup } from '../rollouts/startup/publish-at-startup.ts'
import { getTestEntry, writeRemote, writeShell } from '../testing/builds.ts'
import { signUp, signUpAndVerify } from '../testing/sign-up.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const hostile = '</script><script>alert(1)</script><!-- \u2028\u2029 & "\' <img src=x onerror=alert(1)>'
let database: TestDatabase
let server: TestServer
let signedIn: { cookie: string }
let unverified: { cookie: string }
const names = { signedIn: '', unverified: '' }

beforeAll(async () => {
  database = await createTestDatabase()
  const dist = join(database.dataDir, 'dist')
  writeShell(dist, { files: { 'inspect.js': 'inspect()' } })
  writeRemote(dist, 'new', {
    pages: [
      { path: '/', title: 'HomePage' },
      { path: '/auth/login', access: 'auth', title: 'Login' },
      { path: '/profile/verify', access: 'verify', title: 'Email Verification' },
      { path: '/logout', access: 'logout', title: 'Logout' },
      { path: '/secret/:name', access: 'private', title: hostile.slice(0, 60), searchable: true },
      { path: '/secrets', access: 'private', title: 'Secrets', searchable: true },
    ],
  })
  const owner: object = JSON.parse(readFileSync(join(import.meta.dirname, '../../site.config.json'), 'utf8'))
  const config = join(database.dataDir, 'owner.json')
  writeFileSync(config, JSON.stringify({ ...owner, name: 'Ada & Co', headline: hostile, about: hostile }))
  const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
  const { db, close } = await openTestDatabase(configuration)
  await publishAtStartup(dist, { configuration, db })
  await close()
  server = await startTestServer(database, { SITE_CONFIG: config, LOAD_DEADLINE_MS: '1234' })
  const verifiedAccount = await signUpAndVerify(server)
  const newAccount = await signUp(server)
  signedIn = { cookie: `other=1; ${verifiedAccount.visitor.cookieHeader()}` }
  unverified = { cookie: newAccount.visitor.cookieHeader() }
  names.signedIn = verifiedAccount.username
  names.unverified = newAccount.username
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const findTags = (html: string, tag: string) => html.match(new RegExp(`<${tag}\\b[^>]*>`, 'g')) ?? []
const findPreloads = (html: string) => findTags(html, 'link').filter((link) => link.includes('rel="preload"'))

describe('pages', () => {
  test.each([
    ['/', 'HomePage | Ada &#38; Co'],
    ['/?a=b', 'HomePage | Ada &#38; Co'],
    ['/auth/login', 'Login | Ada &#38; Co'],
    ['/AUTH/login/', 'Login | Ada &#38; Co'],
    ['/%61uth/login', 'Login | Ada &#38; Co'],
  ])('the page %s has the title %s', async (url, title) => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).toContain(`<title>${title}</title>`)
  })

  test.each([
    '/no/such/page',
    '/r/new',
    '/api',
    '/auth//login',
    '//auth/login',
    '//[',
    '/%E0%A4%A',
    '/%',
    '/secret/%zz/x',
  ])('an unknown page (%s) is the shell with status 404', async (url) => {
    const { statusCode, headers, body } = await get(url, { 'if-none-match': '*' })
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('<title>Page Not Found | Ada &#38; Co</title>')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(findPreloads(body)).toEqual([])
  })

  test('a page loads the scripts and styles of the shell with their hashes', async () => {
    const { body } = await get('/')
    const folder = '/r/shell/1.0.0-0a1b2c3d/'
    expect(body).toContain(
      `<script defer src="${folder}index.js" integrity="${computeIntegrity('start()')}" crossorigin="anonymous"></script>`,
    )
    expect(body).toContain(
      `<link rel="stylesheet" href="${folder}index.css" integrity="${computeIntegrity('body{}')}" crossorigin="anonymous">`,
    )
  })

  test('a page contains nothing that its Content-Security-Policy blocks', async () => {
    const { headers, body } = await get('/')
    expect(headers['content-security-policy']).not.toContain('unsafe-')
    const inline = body.matchAll(/<script(?! src=| defer src=| type="application\/)[^>]*>(.*?)<\/script>/gs)
    const hashes = [...inline].map(([, script = '']) => `'${computeIntegrity(script)}'`)
    expect(hashes).toHaveLength(2)
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`)
    expect(body).not.toMatch(/ style=| on[a-z]+="/)
  })

  test('only a visitor who may use the search has it before the shell starts', async () => {
    const findMarked = async (headers: Record<string, string> = {}) => [
      ...(await get('/', headers)).body.matchAll(/<script[^>]* data-search>|<\/head>|<form [^>]* popover>/g),
    ]
    expect(await findMarked()).toHaveLength(1)
    expect((await findMarked(signedIn)).map(([tag]) => tag)).toEqual([
      expect.stringContaining('<script defer src="/r/shell/'),
      '</head>',
      '<form id="site-search" role="search" action="/secrets" popover>',
    ])
  })

  test('HEAD gets the same headers as GET, and no body', async () => {
    const { body } = await get('/')
    const head = await server.app.inject({ method: 'HEAD', url: '/' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(body)),
    ])
    expect((await server.app.inject({ method: 'HEAD', url: '/no/such/page' })).statusCode).toBe(404)
  })

  test.each(['POST', 'OPTIONS', 'TRACE', 'PROPFIND'] as const)(
    'a page accepts only GET and HEAD, and says so to %s',
    async (method) => {
      const { statusCode, headers } = await server.app.inject({ method, url: '/' })
      expect([statusCode, headers.allow, headers['content-type']]).toEqual([
        405,
        'GET, HEAD',
        'application/problem+json; charset=utf-8',
      ])
      expect((await server.app.inject({ method, url: '/-/nothing' })).statusCode).toBe(404)
    },
  )
})

test('only a page with `?inspect` has the script of the inspector, before those of the shell', async () => {
  const readScripts = async (url: string) =>
    findTags((await get(url)).body, 'script').filter((tag) => tag.includes('/r/shell/'))
  const [inspector, shell, ...further] = await readScripts('/?a=b&inspect')
  expect(inspector).toContain(
    `src="/r/shell/1.0.0-0a1b2c3d/inspect.js" integrity="${computeIntegrity('inspect()')}"`,
  )
  expect([shell, further]).toEqual([expect.stringContaining('index.js'), []])
  for (const url of ['/', '/?inspected', '/?a=inspect']) expect(await readScripts(url)).toEqual([shell])
})

describe('inlined page data', () => {
  test('the data contains the releases, the owner and the configured timeout', async () => {
    const data = readPageData((await get('/')).body)
    expect(data).toMatchObject({ revision: 1, loadDeadlineMs: 1234 })
    expect(data.remotes.map(({ name, release }) => [name, release.hash])).toEqual([['new', '0a1b2c3d']])
    expect([data.site.headline, data.site.about]).toEqual([hostile, hostile])
  })

  test('the data is the same on every page, except for the visitor', async () => {
    const responses = await Promise.all([get('/'), get('/secret/ada', signedIn), get('/no/such/page')])
    const [first, ...others] = responses.map(({ body }) => {
      const { visitor, token, ...data } = readPageData(body)
      expect([Boolean(visitor), Boolean(token)]).toEqual(visitor ? [true, true] : [false, false])
      return data
    })
    for (const other of others) expect(other).toEqual(first)
  })

  test('the data tells who the visitor is, without the address', async () => {
    const readVisitor = async (headers = {}) => readPageData((await get('/no/page', headers)).body).visitor
    expect(await readVisitor()).toBeNull()
    const known = { done: true, github: false, gmail: false }
    expect(await readVisitor(signedIn)).toEqual({ ...known, username: names.signedIn, isVerify: true })
    expect(await readVisitor(unverified)).toEqual({ ...known, username: names.unverified, isVerify: false })
  })

  test('the data can’t close the script or start an element', async () => {
    const { body } = await get('/')
    expect(body.match(/<\/script/gi)).toHaveLength(5)
    expect(body).not.toMatch(/<!--|<img|alert\(1\)</)
    expect(/id="page-data">(.*?)<\/script/s.exec(body)?.[1]).not.toMatch(/[\u2028\u2029]/)
    expect(body).toContain(
      '<meta name="description" content="&#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;!-- ',
    )
  })
})

describe('preloads', () => {
  const folder = '/r/new/1.0.0-0a1b2c3d/'

  test('the entry, chunks and styles are preloaded from the URLs that the page requests', async () => {
    const entry = computeIntegrity(getTestEntry('new', '0a1b2c3d'))
    expect(findPreloads((await get('/')).body)).toEqual([
      `<link rel="preload" as="script" href="${folder}remote.js" integrity="${entry}" crossorigin="anonymous">`,
      `<link rel="preload" as="script" href="${folder}exposed.js" integrity="${computeIntegrity('routes')}" crossorigin="anonymous">`,
      `<link rel="preload" as="style" href="${folder}page.css" integrity="${computeIntegrity('h1{}')}" crossorigin="anonymous">`,
    ])
  })

  test.each([
    { url: '/', for: ['out', 'in'] },
    { url: '/auth/login', for: ['out'] },
    { url: '/profile/verify', for: ['unverified'] },
    { url: '/logout', for: ['in', 'unverified'] },
    { url: '/secret/ada', for: ['in'] },
    { url: '/SECRET/ada/', for: ['in'] },
  ])('for $url only what the visitor may see is preloaded', async ({ url, for: expected }) => {
    const visitors = { out: {}, in: signedIn, unverified }
    const preloaded = []
    for (const [visitor, headers] of Object.entries(visitors))
      if (findPreloads((await get(url, headers)).body).length > 0) preloaded.push(visitor)
    expect(preloaded).toEqual(expected)
  })
})

describe('caching', () => {
  test('a page is revalidated every time and sent again only if it has changed', async () => {
    const { headers } = await get('/')
    const etag = String(headers.etag)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache, no-transform',
      vary: 'accept-encoding, save-data, cookie',
    })
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
      const again = await get('/', { 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    }
    expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('pages of signed-in and signed-out visitors have different ETags', async () => {
    const [out, into] = [await get('/'), await get('/', signedIn)]
    expect(into.headers.etag).not.toBe(out.headers.etag)
    expect((await get('/', { ...signedIn, 'if-none-match': String(out.headers.etag) })).statusCode).toBe(200)
  })

  test.each([
    { accept: 'gzip, br', encoding: 'br', open: brotliDecompressSync },
    { accept: 'gzip', encoding: 'gzip', open: gunzipSync },
  ])('"$accept" gets the encoding $encoding', async ({ accept, encoding, open }) => {
    const { headers, rawPayload } = await get('/', { 'accept-encoding': accept })
    expect(headers['content-encoding']).toBe(encoding)
    expect(open(rawPayload).toString()).toBe((await get('/')).body)
  })
})

test('a site without releases reports it and is unhealthy', async () => {
  const empty = await createTestDatabase()
  const bare = await startTestServer(empty)
  const { statusCode, headers, body } = await bare.app.inject({ url: '/' })
  expect([statusCode, headers['content-type']]).toEqual([503, 'application/problem+json; charset=utf-8'])
  expect(JSON.parse(body)).toMatchObject({ code: 'not-ready', detail: 'No shell has been published yet.' })
  expect((await bare.app.inject({ url: '/-/health' })).statusCode).toBe(503)
  await bare.stop()
  await empty.remove()
})
