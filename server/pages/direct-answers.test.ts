import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrerenderedSite } from '../testing/prerendered-site.ts'
import { type RawRequest, sendRaw } from '../testing/raw-request.ts'
import { signUpAndVerify } from '../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { TestServer } from '../testing/test-server.ts'

const folder = '/r/new/1.0.0-0a1b2c3d'
// A direct route leaves the request of a proxy that nobody trusts to Fastify, which answers it in the same way.
const byFastify = { 'x-forwarded-for': '127.0.0.1' }

let database: TestDatabase
let server: TestServer
let visitor = ''
let signedIn = ''
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, {
    pages: [
      { path: '/', access: 'open', title: 'Home' },
      { path: '/about', access: 'private', title: 'About' },
      { path: '/auth/login', access: 'auth', title: 'Log in' },
    ],
    html: { '/': '<h1>Home</h1>', '/auth/login': '<h1>Log in</h1>' },
    css: 'body { color: red }',
  })
  signedIn = (await signUpAndVerify(server)).visitor.cookieHeader()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const [cookie] = (await sendRaw(server.app, { path: '/' })).headers['set-cookie'] ?? []
  visitor = cookie?.split(';')[0] ?? ''
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

/** A response, without what differs from one request to the next. */
async function send({ path, method, headers = {} }: RawRequest) {
  const cookie = [visitor, headers.cookie].filter(Boolean).join('; ')
  const request = { path, headers: { ...headers, cookie }, ...(method && { method }) }
  const { status, body, headers: received } = await sendRaw(server.app, request)
  const { date: _date, 'content-length': length, ...others } = received
  // A page is compressed again in the background, to fewer bytes.
  const isCompressed = received['content-encoding'] === 'br' && String(received.etag).startsWith('W/')
  return { status, body, headers: isCompressed ? others : { ...others, 'content-length': length } }
}

const paths = [
  '/',
  '/?next=%2Fabout',
  '/about',
  '/about?next=//evil.example',
  '/ABOUT',
  '/about/',
  '/about.',
  '/about;x=1',
  '/about%00',
  '/about%0d%0aset-cookie:a=b',
  '/%61bout',
  '/%2e%2e/about',
  '/../about',
  '//about',
  '//evil.example/about',
  '/\\evil.example',
  'http://evil.example/about',
  'http://evil.example',
  '*',
  '/auth/login?next=%2F%2Fevil.example',
  '/auth/login?next=/about&next=//evil.example',
  '/no/such/page',
  '/%E0%A4%A',
  `${folder}/remote.js`,
  `${folder}/remote.js?x=1`,
  `${folder}/~2/remote.js`,
  `${folder}/%72emote.js`,
  `${folder}/../1.0.0-0a1b2c3d/remote.js`,
  `${folder}//remote.js`,
  `${folder}/REMOTE.js`,
  `${folder}/page.css`,
  `/r/shell/none/none.js`,
]

const headers: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'accept-encoding': 'gzip, br' },
  { range: 'bytes=0-0' },
  { range: 'bytes=0-0', 'if-range': '"x"' },
  { 'if-none-match': '*' },
  { 'if-match': '"x"' },
  { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
  { host: 'evil.example' },
  { host: '' },
  { cookie: 'theme=dark; __proto__=x; portico.session_token=forged.value' },
  { 'content-length': '0', 'content-type': 'application/json' },
  { connection: 'close' },
  { 'x-http-method-override': 'DELETE' },
  { 'available-dictionary': ':x:', 'accept-encoding': 'dcz' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
]

describe.each(paths)('%s', (path) => {
  test('is the same with and without Fastify, whatever the headers', async () => {
    await send({ path })
    for (const own of headers) {
      const [direct, routed] = [
        await send({ path, headers: own }),
        await send({ path, headers: { ...own, ...byFastify } }),
      ]
      expect(direct, JSON.stringify(own)).toEqual(routed)
    }
  })

  test('is the same with and without Fastify for a signed-in visitor', async () => {
    await send({ path })
    const request = { path, headers: { cookie: signedIn } }
    expect(await send(request)).toEqual(await send({ path, headers: { cookie: signedIn, ...byFastify } }))
  })

  test('has the security headers of the site, and HEAD the same ones', async () => {
    const answered = await send({ path })
    expect(answered.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(await send({ path, method: 'HEAD' })).toEqual({ ...answered, body: '' })
  })

  test('leads to no other site', async () => {
    for (const cookie of ['', signedIn]) {
      const { location } = (await send({ path, headers: { cookie } })).headers
      if (location !== undefined)
        expect(new URL(location, 'https://localhost').origin).toBe('https://localhost')
      expect(location ?? '').not.toMatch(/^\/[/\\]|next=(?:%2F|\/){2}/i)
    }
  })
})
