import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { type VisitorState, visitorStates } from '@portico/kit/session/visitor-state.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startDatabaseProxy } from '../testing/database-proxy.ts'
import { renderFrame, startPrerenderedSite } from '../testing/prerendered-site.ts'
import { type RawRequest, sendRaw } from '../testing/raw-request.ts'
import { signUp, signUpAndVerify } from '../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase, testDatabases } from '../testing/test-database.ts'
import type { TestServer } from '../testing/test-server.ts'

interface TestPage extends Pick<RemotePage, 'path' | 'access' | 'prerender'> {
  /** Of a path with parameters. */
  readonly address?: string
  readonly for: readonly VisitorState[]
}

/** A page of each access group, and which visitors may see it (specification, section 2). */
const pages: readonly TestPage[] = [
  { path: '/', access: 'open', for: ['signed-out', 'signed-in'] },
  { path: '/auth/login', access: 'auth', for: ['signed-out'] },
  { path: '/profile/verify', access: 'verify', for: ['unverified'] },
  { path: '/logout', access: 'logout', for: ['unverified', 'signed-in'] },
  { path: '/about', access: 'private', for: ['signed-in'] },
  { path: '/list', access: 'private', prerender: { except: ['q'] }, for: ['signed-in'] },
  { path: '/work/:name', address: '/work/one', access: 'private', for: ['signed-in'] },
]

const contentOf = (address: string, state: VisitorState) => `<h1>Content of ${address} for ${state}</h1>`
const anyContent = /Content of \S+ for [a-z-]+/g

// Every page has HTML for every state, even where no visitor in that state may see it: a release may contain anything.
const site = {
  pages: pages.map(({ path, access, prerender }) => ({
    path,
    access,
    title: `Title of ${path}`,
    ...(prerender && { prerender }),
  })),
  addresses: { '/work/one': '/work/:name' },
  html: Object.fromEntries(
    pages.map(({ path, address = path }) => [
      address,
      Object.fromEntries(visitorStates.map((state) => [state, contentOf(address, state)])),
    ]),
  ),
}

interface TestVisitor {
  readonly state: VisitorState
  readonly cookie: string
}

async function createVisitors(server: TestServer): Promise<Record<string, TestVisitor>> {
  const verified = await signUpAndVerify(server)
  const ended = await signUpAndVerify(server)
  const endedCookie = ended.visitor.cookieHeader()
  await ended.visitor.post(accountPaths.signOut, {})
  const expired = await signUpAndVerify(server)
  await endSession(server, expired.email, { expiresAt: new Date(Date.now() - 1_000).toISOString() })
  const revoked = await signUpAndVerify(server)
  await sendRaw(server.app, { path: '/about', headers: { cookie: revoked.visitor.cookieHeader() } })
  await endSession(server, revoked.email, null)
  const cookie = verified.visitor.cookieHeader()
  return {
    'signed out': { state: 'signed-out', cookie: '' },
    unverified: { state: 'unverified', cookie: (await signUp(server)).visitor.cookieHeader() },
    'signed in': { state: 'signed-in', cookie },
    'signed in, with other cookies': { state: 'signed-in', cookie: `a=b; portico.theme=dark; ${cookie}` },
    'a session that was signed out': { state: 'signed-out', cookie: endedCookie },
    'an expired session': { state: 'signed-out', cookie: expired.visitor.cookieHeader() },
    'a revoked session': { state: 'signed-out', cookie: revoked.visitor.cookieHeader() },
    'a forged session': { state: 'signed-out', cookie: cookie.replace(/token=[^;]*/, 'token=abc.def') },
    'another signature': { state: 'signed-out', cookie: cookie.replace(/(token=[^.]*\.)[^;]*/, '$1AAAA') },
    'no signature': { state: 'signed-out', cookie: cookie.replace(/(token=[^.]*)\.[^;]*/, '$1') },
    'a cookie of another name': { state: 'signed-out', cookie: cookie.replaceAll('portico.', 'portico-') },
  }
}

/** Changes or deletes a session in the database, as an administrator would. */
async function endSession({ db }: TestServer, email: string, change: { expiresAt: string } | null) {
  const { id } = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await (change === null
    ? db.deleteFrom('session').where('userId', '=', id)
    : db.updateTable('session').set(change).where('userId', '=', id)
  ).execute()
}

async function startSite(database: TestDatabase, parts: Parameters<typeof startPrerenderedSite>[1] = site) {
  const server = await startPrerenderedSite(database, parts)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  return server
}

/** Asserts that a response is for this visitor alone and has no content that they may not see. */
function expectNoLeak(
  { body, headers }: Awaited<ReturnType<typeof sendRaw>>,
  visitor: Pick<TestVisitor, 'state'> | null,
  context: string,
) {
  const allowed = pages.flatMap(({ path, address = path, for: states }) =>
    visitor !== null && states.includes(visitor.state) ? [`Content of ${address} for ${visitor.state}`] : [],
  )
  for (const [content] of body.matchAll(anyContent)) expect(allowed, context).toContain(content)
  expect(headers['cache-control'], context).toMatch(
    /^(?:private, (?:no-cache|no-store)|no-store)(?:, no-transform)?$/,
  )
}

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE']
const plainVisitors = new Set(['signed out', 'unverified', 'signed in']) // the others only differ in how their cookie is read, whatever the address

const oddPaths = [
  '/about/',
  '/ABOUT',
  '/%61bout',
  '/about?',
  '/about?q=1',
  '/about?next=%2F',
  '/list?q=',
  '/list?Q=1',
  '//about',
  '/about//',
  '///about',
  '/./about',
  '/x/../about',
  '/about/.',
  '/about/..',
  '/..//about',
  '/about;x',
  '/about;jsessionid=1',
  '/about.html',
  '/about%00',
  '/about%20',
  '/about%2f',
  '/%2fabout',
  '/about%3fq',
  '/about%23x',
  '/%5cabout',
  '/\\about',
  '/about\\',
  '/about%E0%A4%A',
  '/a%62out?%E0',
  '/work/one/',
  '/work/ONE',
  '/work/o%6ee',
  '/work/one%2f',
  '/work//one',
  '/work/two',
  '/work',
  '/work/',
  '/*',
  '/:name',
  '/work/:name',
  '/prerendered/page-0.json',
  '/r/new',
  '/-/about',
  '/index.html',
  '/about,x',
  '/auth/login?next=/about',
  '/logout?next=/about',
  '/profile/verify?next=/about',
  '/?next=/about',
]

describe('prerendered pages', () => {
  let database: TestDatabase
  let server: TestServer
  let visitors: Record<string, TestVisitor>
  beforeAll(async () => {
    database = await createTestDatabase()
    server = await startSite(database)
    visitors = await createVisitors(server)
    // This server learns of a change that was made in the database with its next poll.
    const { cookie } = visitors['a revoked session'] ?? { cookie: '' }
    await vi.waitFor(
      async () => expect((await send({ path: '/about', headers: { cookie } })).status).toBe(303),
      patience,
    )
  })
  afterAll(async () => {
    await server.stop()
    await database.remove()
  })
  const send = (request: RawRequest) => sendRaw(server.app, request)

  test('a visitor gets the frame and the page of their own state, and the others a redirect', async () => {
    for (const { path, address = path, for: states } of pages) {
      for (const [name, { state, cookie }] of Object.entries(visitors)) {
        const { status, body, headers } = await send({ path: address, headers: { cookie } })
        const isSent = states.includes(state)
        expect([name, address, status]).toEqual([name, address, isSent ? 200 : 303])
        const frame = renderFrame(address === '/' ? '/' : '*', state).replace(
          /<template.*<\/template>/,
          contentOf(address, state),
        )
        if (isSent) expect(body).toContain(`>${frame}</div>`)
        else expect([body, headers.location]).toEqual(['', expect.stringMatching(/^\//)])
      }
    }
  })

  test.each([
    ['/about?a=b&c=d', 'signed out', '/auth/login?next=%2Fabout%3Fa%3Db%26c%3Dd'],
    ['/about', 'unverified', '/profile/verify?next=%2Fabout'],
    ['/work/one', 'signed out', '/auth/login?next=%2Fwork%2Fone'],
    ['/', 'unverified', '/profile/verify'],
    ['/logout', 'signed out', '/auth/login'],
    ['/auth/login?next=%2Fabout%3Fa%3Db', 'signed in', '/about?a=b'],
    ['/auth/login?next=%2Fabout', 'unverified', '/profile/verify?next=%2Fabout'],
    ['/profile/verify?next=%2Fabout', 'signed in', '/about'],
    ['/profile/verify', 'signed out', '/auth/login'],
    ['/auth/login?next=//evil.example', 'signed in', '/'],
    ['/auth/login?next=%2F%5Cevil.example', 'signed in', '/'],
    ['/auth/login?next=https:evil.example', 'signed in', '/'],
    ['/auth/login?next=%2F%09%2Fevil.example', 'signed in', '/'],
    ['/auth/login?next=%2Fabout%0d%0aset-cookie:a=b', 'signed in', '/aboutset-cookie:a=b'],
  ])('%s redirects a visitor who is %s to %s', async (path, who, target) => {
    const cookie = visitors[who]?.cookie ?? ''
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await send({
        path,
        method,
        headers: { cookie, 'if-none-match': '*' },
      })
      expect([status, headers.location, body]).toEqual([303, target, ''])
      expect([headers['cache-control'], headers.vary, headers.etag]).toEqual([
        'private, no-store',
        'cookie',
        undefined,
      ])
    }
  })

  test('a redirect leads to a page in at most two steps', async () => {
    for (const { cookie } of Object.values(visitors)) {
      for (const start of [
        ...pages.map(({ path }) => path),
        '/work/one',
        '/auth/login?next=%2Fauth%2Flogin',
      ]) {
        let at: string | undefined = start
        let steps = -1
        while (at !== undefined && steps < 3) {
          const { headers } = await send({ path: at, headers: { cookie } })
          at = headers.location === undefined ? undefined : String(headers.location)
          steps += 1
        }
        expect(steps, start).toBeLessThanOrEqual(2)
      }
    }
  })

  test('no visitor gets content that they may not see, at any address, by any method', async () => {
    for (const [name, visitor] of Object.entries(visitors)) {
      const isPlain = plainVisitors.has(name)
      for (const path of [...pages.map((page) => page.path), ...(isPlain ? oddPaths : [])]) {
        for (const method of isPlain ? methods : ['GET', 'HEAD']) {
          const response = await send({ path, method, headers: { cookie: visitor.cookie } })
          expectNoLeak(response, visitor, `${method} ${path}, ${name}`)
          if (method === 'HEAD') expect(response.body).toBe('')
        }
      }
    }
  })

  test('a response that depends on the visitor is not reused for another one', async () => {
    const addresses = ['/', '/about', '/auth/login', '/profile/verify', '/logout', '/work/one', '/list']
    const tags = new Map<string, string>()
    for (const path of addresses)
      for (const [name, { cookie }] of Object.entries(visitors)) {
        const { headers } = await send({ path, headers: { cookie } })
        if (typeof headers.etag === 'string') tags.set(`${path} ${name}`, headers.etag)
      }
    const owners = new Map<string, Set<string>>()
    for (const [key, tag] of tags) owners.set(tag, (owners.get(tag) ?? new Set()).add(key))
    for (const path of addresses) {
      for (const [name, visitor] of Object.entries(visitors)) {
        if (!plainVisitors.has(name)) continue
        for (const tag of [...owners.keys(), [...owners.keys()].join(', '), '*']) {
          const headers = { cookie: visitor.cookie, 'if-none-match': tag }
          const response = await send({ path, headers })
          expectNoLeak(response, visitor, `${path}, ${name}, ${tag}`)
          if (response.status !== 304) continue
          expect(response.body).toBe('')
          expect(tag === '*' || tag.includes(tags.get(`${path} ${name}`) ?? 'none')).toBe(true)
        }
      }
    }
    expect(tags.get('/ signed in')).not.toBe(tags.get('/ signed out'))
  })

  test('caches in between keep nothing, and tell visitors apart', async () => {
    for (const { cookie } of Object.values(visitors)) {
      for (const path of ['/', '/about', '/auth/login', '/no/such/page', '/work/one']) {
        const { headers } = await send({ path, headers: { cookie } })
        expect(headers['cache-control']).toMatch(/^private, no-(?:cache|store)(?:, no-transform)?$/)
        expect(headers.vary).toMatch(/\bcookie$/)
      }
    }
  })

  test('the files with prerendered HTML are not served themselves', async () => {
    for (const app of ['new', 'shell'])
      for (const file of [
        'page-0.json',
        'page-9.json',
        'frame-0.json',
        'PAGE-0.TXT',
        'metadata.json',
        '~1/page-0.json',
      ])
        for (const folder of [
          'prerendered',
          '~1/prerendered',
          'Prerendered',
          '%70rerendered',
          'prerendered/.',
        ]) {
          const path = `/r/${app}/1.0.0-0a1b2c3d/${folder}/${file}`
          const { status, body } = await send({
            path,
            headers: { cookie: visitors['signed in']?.cookie ?? '' },
          })
          expect([path, status]).toEqual([path, 404])
          expect(body).not.toMatch(anyContent)
        }
    expect((await send({ path: '/r/new/1.0.0-0a1b2c3d/remote.js' })).status).toBe(200)
  })

  test('a page whose content depends on the query is sent without it', async () => {
    const cookie = visitors['signed in']?.cookie ?? ''
    const get = async (path: string) => (await send({ path, headers: { cookie } })).body
    expect(await get('/list?other=1')).toContain('Content of /list')
    for (const path of ['/list?q=1', '/list?q', '/list?a=b&q=1', '/list?%71=1'])
      expect(await get(path)).toContain('<div id="root"></div>')
  })

  test('an address that is not prerendered is sent without content', async () => {
    const cookie = visitors['signed in']?.cookie ?? ''
    expect((await send({ path: '/work/two', headers: { cookie } })).body).toContain('<div id="root"></div>')
  })

  test('a visitor who signs out gets no private page afterwards', async () => {
    const { visitor } = await signUpAndVerify(server)
    const headers = { cookie: visitor.cookieHeader() }
    expect((await send({ path: '/about', headers })).body).toContain('Content of /about')
    await visitor.post(accountPaths.signOut, {})
    const { status, body } = await send({ path: '/about', headers })
    expect([status, body]).toEqual([303, ''])
  })

  test('a visitor who verifies the address is signed in with the next page', async () => {
    const { visitor, email } = await signUp(server)
    const get = () => send({ path: '/about', headers: { cookie: visitor.cookieHeader() } })
    expect((await get()).headers.location).toBe('/profile/verify?next=%2Fabout')
    const [message] = await server.emailsTo(email)
    await visitor.post(accountPaths.verify, { code: message?.code })
    expect(readPageData((await get()).body).visitor).toMatchObject({ isVerify: true })
  })
})

test('a page from which no redirect can lead away is sent without content', async () => {
  const database = await createTestDatabase()
  const content = { 'signed-out': 'leaked', unverified: 'leaked', 'signed-in': 'for members' }
  const server = await startSite(database, {
    pages: [
      { path: '/auth/login', access: 'private' },
      { path: '/profile/verify', access: 'private' },
      { path: '/', access: 'auth' },
    ],
    html: {
      '/auth/login': content,
      '/profile/verify': content,
      '/': { ...content, 'signed-out': 'sign in' },
    },
  })
  const unverified = (await signUp(server)).visitor.cookieHeader()
  const signedIn = (await signUpAndVerify(server)).visitor.cookieHeader()
  const get = (path: string, cookie: string) => sendRaw(server.app, { path, headers: { cookie } })
  for (const [path, cookie] of [
    ['/auth/login', ''],
    ['/profile/verify', unverified],
    ['/', signedIn],
  ] as const) {
    const { status, body } = await get(path, cookie)
    expect([path, status]).toEqual([path, 200])
    expect(body).not.toMatch(/leaked|for members/)
  }
  expect((await get('/auth/login', signedIn)).body).toContain('for members')
  await server.stop()
  await database.remove()
})

const formType = 'application/x-www-form-urlencoded'
const onPostgres = testDatabases.filter(({ kind }) => kind === 'postgres')

describe.each(onPostgres)('while the database is unavailable on $kind', ({ create }) => {
  test.each(['refuse', 'hang'] as const)(
    'a page is sent without content, a redirect and the visitor (connections %s)',
    async (failure) => {
      const database = await create()
      const proxy = await startDatabaseProxy(database.databaseUrl ?? '')
      const server = await startSite({ ...database, databaseUrl: proxy.databaseUrl })
      const visitors = await createVisitors(server)
      const { cookie } = visitors['signed in'] ?? { cookie: '' }
      const get = (path: string, headers = { cookie }) => sendRaw(server.app, { path, headers })
      expect((await get('/about')).body).toContain('Content of /about')
      await proxy[failure]()
      await vi.waitFor(async () => {
        const { status, body } = await get('/about')
        expect(status).toBe(200)
        expect(body).not.toMatch(anyContent)
        expect('visitor' in readPageData(body)).toBe(false)
      }, patience)
      for (const [name, visitor] of Object.entries(visitors)) {
        for (const { path } of pages) {
          const hasSession = /(?:^|-)portico\.session_token=/.test(visitor.cookie)
          const response = await get(path, { cookie: visitor.cookie })
          expectNoLeak(response, hasSession ? null : visitor, `${path}, ${name}`)
          if (hasSession) expect(response.headers.location).toBeUndefined()
        }
      }
      expect((await get('/', { cookie: '' })).body).toContain('Content of / for signed-out')
      const form = await server.app.inject({
        method: 'POST',
        url: accountPaths.update,
        headers: { cookie, origin: server.configuration.publicUrl, 'content-type': formType },
        payload: 'name=Ada',
      })
      expect([form.statusCode, form.body]).toEqual([503, expect.not.stringMatching(anyContent)])
      expect(form.body).toContain('The site is temporarily unavailable. Try again in a moment.')
      expect(form.body).toContain('href="/profile/update">Back to the form</a>')
      await proxy.open()
      await vi.waitFor(
        async () => expect((await get('/about')).body).toContain('Content of /about'),
        patience,
      )
      await server.stop()
      await proxy.refuse()
      await database.remove()
    },
  )
})
