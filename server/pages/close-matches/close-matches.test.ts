import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, {
    html: {},
    metadata: [
      { path: '/home', head: { address: '/home', canonical: '/' } },
      { path: '/work/:name', head: { address: '/work/engine', title: 'The engine' } },
    ],
    listed: ['/work/:name'],
    pages: [
      { path: '/', title: 'HomePage' },
      { path: '/home', title: 'HomePage' },
      { path: '/news', title: 'News' },
      { path: '/work', access: 'private', title: 'Work' },
      { path: '/work/:name', access: 'private', title: 'One work' },
      { path: '/auth/login', access: 'auth', title: 'Login' },
    ],
  })
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

async function findMatches(path: string, cookie = '') {
  const url = `/-/close-matches?path=${encodeURIComponent(path)}`
  const { statusCode, body } = await server.app.inject({ url, headers: { cookie } })
  return { statusCode, body: JSON.parse(body) }
}

test('addresses of open pages are suggested to everyone', async () => {
  const { body } = await findMatches('/nwes')
  expect(body).toEqual({ matches: [{ address: '/news', title: 'News' }] })
})

test('private pages and what they list are suggested to signed-in visitors only', async () => {
  const signedIn = (await signUpAndVerify(server)).visitor.cookieHeader()
  const unverified = (await signUp(server)).visitor.cookieHeader()
  const forged = signedIn.replace(/token=.*/, 'token=abc.def')
  for (const cookie of [unverified, forged])
    expect((await findMatches('/work/engin', cookie)).body).toEqual({ matches: [] })
  expect((await findMatches('/work/engin')).body).toEqual({ matches: [] })
  expect((await findMatches('/work/engin', signedIn)).body).toEqual({
    matches: [
      { address: '/work/engine', title: 'The engine' },
      { address: '/work', title: 'Work' },
    ],
  })
})

test('an address with a better one is never suggested, nor is a page for signing in', async () => {
  expect((await findMatches('/hom')).body).toEqual({ matches: [] })
  expect((await findMatches('/auth/logn')).body).toEqual({ matches: [] })
})

test.each(['', 'news', `/${'a'.repeat(200)}`])('the path %j is rejected', async (path) => {
  expect((await findMatches(path)).statusCode).toBe(400)
})
