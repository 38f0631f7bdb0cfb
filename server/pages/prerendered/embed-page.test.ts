import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageDataId } from '@portico/protocol/discovery/discovery-document.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { PrerenderMarkSchema, pageSlot } from '@portico/protocol/release/prerender.ts'
import * as v from 'valibot'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { writeRemote } from '../../testing/builds.ts'
import { renderFrame, startPrerenderedSite, writePrerendered } from '../../testing/prerendered-site.ts'
import { signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { preferencesScript, waitScript } from '../html/inline-scripts.ts'

const parts = {
  pages: [
    { path: '/', title: 'HomePage' },
    { path: '/news', title: 'News' },
    { path: '/secret', access: 'private', title: 'Secret' },
    { path: '/auth/plain', access: 'auth', title: 'Plain' },
  ],
  html: { '/': '<h1>Home</h1>', '/news': '<h1>News</h1>', '/secret': '<h1>Ada’s secret</h1>' },
  css: '.a{background:url(media/dot.svg)}.b{background:url("/r/x.svg")}.c{background:url(data:,x)}',
} as const
interface Place {
  readonly database: TestDatabase
  readonly server: TestServer
}
type Changes = Partial<Parameters<typeof startPrerenderedSite>[1]>

const ownPlaces: Place[] = []
let sharedPlace: Promise<Place> | undefined
const close = async ({ database, server }: Place) => {
  await server.stop()
  await database.remove()
}
afterEach(async () => {
  for (const place of ownPlaces.splice(0)) await close(place)
})
afterAll(async () => sharedPlace && close(await sharedPlace))

async function open(changes: Changes): Promise<Place> {
  const database = await createTestDatabase()
  return { database, server: await startPrerenderedSite(database, { ...parts, ...changes }) }
}

/** A site of its own for the current test. */
async function startOwn(changes: Changes = {}) {
  const place = await open(changes)
  ownPlaces.push(place)
  return { ...place, get: createGet(place.server) }
}

/** The site of all tests that change nothing but their own visitors. */
async function start() {
  sharedPlace ??= open({})
  const { server } = await sharedPlace
  return { server, get: createGet(server) }
}

function createGet({ app }: TestServer) {
  return async (url: string, cookie = '') => {
    const { body, headers } = await app.inject({ url, headers: { cookie } })
    const [, mark = null, html = ''] =
      /<div id="root"(?: data-loading)?(?: data-public-url="[^"]*" data-sign-in-with data-prerendered="([^"]*)")?>(.*)<\/div>/s.exec(
        body,
      ) ?? []
    return {
      html,
      mark: mark === null ? null : v.parse(PrerenderMarkSchema, JSON.parse(mark.replaceAll('&#34;', '"'))),
      styles: [...body.matchAll(/<style data-file="([^"]+)">(.*?)<\/style>/gs)].map(([, file, css = '']) => ({
        file,
        css,
      })),
      policy: String(headers['content-security-policy']),
      body,
    }
  }
}

const renderPage = (path: string, html: string) => renderFrame(path).replace(/<template.*<\/template>/, html)

test('a prerendered page is embedded in its frame, which marks the current page', async () => {
  const { get } = await start()
  expect((await get('/')).html).toBe(renderPage('/', '<h1>Home</h1>'))
  expect((await get('/?a=b')).html).toBe(renderPage('/', '<h1>Home</h1>'))
  const news = await get('/NEWS/')
  expect(news.html).toBe(renderPage('*', '<h1>News</h1>'))
  expect(news.mark).toEqual({
    remote: 'new',
    path: '/news',
    visitor: 'signed-out',
    canHydrate: true,
    year: new Date().getFullYear(),
  })
  expect(news.body).not.toContain('needs JavaScript')
})

test('styles are inlined with resolved URLs and allowed only by their hash', async () => {
  const { get } = await start()
  const { styles, policy } = await get('/')
  expect(styles).toEqual([
    { file: '/r/shell/1.0.0-0a1b2c3d/index.css', css: 'body{}' },
    {
      file: '/r/new/1.0.0-0a1b2c3d/page.css',
      css: '.a{background:url(/r/new/1.0.0-0a1b2c3d/media/dot.svg)}.b{background:url("/r/x.svg")}.c{background:url(data:,x)}',
    },
  ])
  const [, allowed = ''] = /style-src 'self' ([^;]*);/.exec(policy) ?? []
  expect(allowed.split(' ').toSorted()).toEqual(
    styles.map(({ css }) => `'${computeIntegrity(css)}'`).toSorted(),
  )
  expect((await get('/no/such/page')).policy).toContain("style-src 'self';")
})

test('a prerendered page reads display preferences before the first paint only if its styles depend on them', async () => {
  const readsPreferences = async (get: ReturnType<typeof createGet>, url: string) => {
    const { body, policy } = await get(url)
    expect(policy).toContain(waitScript.hash)
    expect(policy.includes(preferencesScript.hash)).toBe(body.includes(preferencesScript.text))
    return body.split('</head>')[0]?.includes(preferencesScript.text)
  }
  const { get } = await startOwn({ css: '[data-new-density=compact] p{margin:0}' })
  expect([await readsPreferences(get, '/'), await readsPreferences(get, '/no/such/page')]).toEqual([
    true,
    true,
  ])
  const other = await startOwn({ css: '[data-other-density=compact] p{margin:0}' })
  expect(await readsPreferences(other.get, '/')).toBe(false)
})

test('what visitors see comes before the script that records their input, and the data', async () => {
  const { get } = await start()
  const { body } = await get('/')
  const places = ['<h1>Home</h1>', waitScript.text, `id="${pageDataId}"`].map((part) => body.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a page with inline styles loads none of them a second time before the first paint', async () => {
  const { get } = await start()
  const sheet = /<link rel="stylesheet" href="\/r\/shell\//
  const { body } = await get('/')
  expect(body).not.toMatch(sheet)
  expect(body).not.toContain('as="style"')
  expect((await get('/no/such/page')).body).toMatch(sheet)
})

test('pages that do not say for whom they were rendered are for signed-out visitors', async () => {
  const { get, server } = await start()
  const { visitor } = await signUpAndVerify(server)
  for (const url of ['/', '/secret']) {
    const { html, mark, styles, policy } = await get(url, visitor.cookieHeader())
    expect([html, mark, styles]).toEqual(['', null, []])
    expect(policy).toContain("style-src 'self';")
  }
  expect((await get('/')).html).not.toBe('')
})

test('a visitor without JavaScript reads title and description in the layout of the shell', async () => {
  const { get } = await start()
  const readNoScript = async (url: string) => /<noscript>(.*)<\/noscript>/s.exec((await get(url)).body)?.[1]
  const secret = await readNoScript('/auth/plain')
  expect(secret).toMatch(/^<header>Without scripts<\/header><main><h1>Plain<\/h1><p>.*<\/main>$/)
  expect(secret).toContain('This page needs JavaScript.')
  const missing = await readNoScript('/no/such/page')
  expect(missing).toContain('<h1>Page Not Found</h1>')
  expect(missing).not.toContain('needs JavaScript')
  expect(await readNoScript('/'), 'a prerendered page needs none').toBeUndefined()
})

test('a page that is not prerendered has its frame with a loading screen, or without JavaScript with its title', async () => {
  const { get } = await startOwn({ loading: `<p>Loading...</p><noscript>${pageSlot}</noscript>` })
  const { html, mark, body } = await get('/auth/plain')
  expect(html).toMatch(
    /^<header>Frame of \* for signed-out<\/header><main><p>Loading...<\/p><noscript><h1>Plain<\/h1><p>.*This page needs JavaScript.*<\/noscript><\/main>$/,
  )
  expect(mark).toMatchObject({ path: '/auth/plain', visitor: 'signed-out', isLoading: true })
  expect(body.match(/<noscript>/g)).toHaveLength(1)
  expect(body).not.toMatch(/data-loading|Without scripts/)
})

test('without JavaScript, an address with a query has the frame of its page, with the page in it', async () => {
  const prerender = { except: ['q'] }
  const pages = [...parts.pages, { path: '/list', title: 'List', prerender }] as const
  const html = { ...parts.html, '/list': '<h1>All rows</h1><noscript>$& More</noscript>' }
  const { get, server } = await startOwn({
    pages,
    html,
    loading: `<p>Loading...</p><noscript>${pageSlot}</noscript>`,
  })
  const list = await get('/list?q=a')
  expect(list.html).toMatch(
    /<p>Loading...<\/p><noscript><link [^>]*><div data-page><h1>All rows<\/h1>\$&amp; More<\/div><\/noscript><\/main>$/,
  )
  expect(list.html).toContain('Frame of * for signed-out')
  const { visitor } = await signUpAndVerify(server)
  const own = await get('/list?q=a', visitor.cookieHeader())
  expect(own.body, 'rendered only for signed-out visitors').not.toContain('All rows')
})

test('a page whose older build wrote HTML is rendered by the browser, and its title and description are readable', async () => {
  const { get } = await startOwn({ isOlder: true })
  const { html, body } = await get('/')
  expect(html).toBe('')
  expect(body).toContain('<noscript><main><h1>HomePage</h1>')
  expect(body).toContain('needs JavaScript')
})

test.each([
  'new/1.0.0-0a1b2c3d/prerendered/page-0.json',
  'shell/1.0.0-0a1b2c3d/prerendered/frame-2.json',
  'shell/1.0.0-0a1b2c3d/index.css',
  'new/1.0.0-0a1b2c3d/page.css',
])('a stored file that has changed (%s) is left out', async (file) => {
  const { get, database } = await startOwn()
  writeFileSync(join(database.dataDir, 'releases', file), '<h1>Not what was published</h1>')
  expect((await get('/')).html).toBe('')
})

test('a prerendered page that differs from its record is rejected when it is published', async () => {
  const database = await createTestDatabase()
  const dist = join(database.dataDir, 'dist')
  writePrerendered(dist, parts)
  writeFileSync(join(dist, 'new/prerendered/page-0.json'), '<h1>Not what was built</h1>')
  const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
  const { db, close } = await openTestDatabase(configuration)
  await expect(publishAtStartup(dist, { configuration, db })).rejects.toThrow(
    /page-0\.json.*: expected sha256-/,
  )
  await close()
  await database.remove()
})

test('a prerendered page that this server can’t render is rejected when it is published', async () => {
  const database = await createTestDatabase()
  const dist = join(database.dataDir, 'dist')
  writePrerendered(dist, parts)
  const files = {
    'prerendered/page-0.json': JSON.stringify({ format: 1, nodes: [{ value: 'shoeSize' }] }),
    'prerendered/metadata.json': '[]',
  }
  const toFile = (file: keyof typeof files) => ({ file, integrity: computeIntegrity(files[file]) })
  const pages = [{ path: '/', html: toFile('prerendered/page-0.json'), canHydrate: true }]
  const prerendered = { metadata: toFile('prerendered/metadata.json'), pages }
  writeRemote(dist, 'new', { pages: parts.pages, files, prerendered })
  const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
  const { db, close } = await openTestDatabase(configuration)
  await expect(publishAtStartup(dist, { configuration, db })).rejects.toThrow(
    /templates: prerendered\/page-0\.json: .*“shoeSize”/,
  )
  await close()
  await database.remove()
})

test('styles that would close their element are left out together with the page', async () => {
  const { get } = await startOwn({ css: '.a::after{content:"</style><h1>"}' })
  const { html, body } = await get('/')
  expect(html).toBe('')
  expect(body).not.toContain('</style><h1>')
})

test('the page of a verification link has the site’s layout and theme, and no script', async () => {
  const { get } = await start()
  const { body, policy } = await get('/-/account/confirm?verified', 'portico.theme=dark')
  const [before = '', after = ''] = renderFrame('*').split(/<template.*<\/template>/)
  expect(body).toContain(`${before}<div class="site-page">\n<h1>Email verified</h1>`)
  expect(body).toContain(`</div>${after}`)
  expect(body).toContain('<html lang="en" data-theme="dark">')
  expect(body).toMatch(/<link rel="stylesheet" href="\/r\/shell\/[^"]+" integrity="/)
  expect(body).not.toContain('<script')
  expect(policy).toMatch(/style-src 'self';.*form-action 'self' /)
})

test('the page of a verification link has the layout of the visitor’s state', async () => {
  const { get, server } = await start()
  const frameOf = async (cookie: string) =>
    /Frame of \* for ([a-z-]+)/.exec((await get('/-/account/confirm?verified', cookie)).body)?.[1]
  const unverified = await signUp(server)
  const signedIn = await signUpAndVerify(server)
  expect(await frameOf('')).toBe('signed-out')
  expect(await frameOf(unverified.visitor.cookieHeader())).toBe('unverified')
  expect(await frameOf(signedIn.visitor.cookieHeader())).toBe('signed-in')
})

test('a verification link works with a plain page while the layout is missing', async () => {
  const { get } = await startOwn({ isOlder: true })
  expect((await get('/-/account/confirm?verified')).body).toContain('<main>\n<h1>Email verified</h1>')
})
