import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrerenderedSite } from '../testing/prerendered-site.ts'
import { sendRaw } from '../testing/raw-request.ts'
import { signUpAndVerify } from '../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { TestServer } from '../testing/test-server.ts'
import { createOwnPageLimit } from './own-page-limit.ts'

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, {
    pages: [{ path: '/list', access: 'private', title: 'List', prerender: { except: ['q'] } }],
    html: { '/list': { 'signed-in': '<h1>List</h1>' } },
  })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

test('an account that searches more than 60 times a minute without a script is told to wait', async () => {
  const [cookie, other] = [await signIn(), await signIn()]
  for (let at = 1; at <= 60; at += 1) expect((await search(at, cookie)).status).toBe(200)
  const refused = await search(61, cookie, { accept: 'text/html' })
  expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
    429,
    '60',
    'text/html; charset=utf-8',
  ])
  expect(refused.body).toContain('Try again in 60 seconds.')
  expect(JSON.parse((await search(61, cookie)).body)).toMatchObject({ code: 'too-many-requests' })
  expect((await search(60, cookie)).status).toBe(200) // it is in memory
  expect((await sendRaw(server.app, { path: '/list', headers: { cookie } })).status).toBe(200)
  expect((await search(61, other)).status).toBe(200)
})

test('a block of networks has a limit of its own, whoever is signed in there', () => {
  const limit = createOwnPageLimit({ addressLimitFactor: 1 })
  const session = { visitor: null }
  const send = (ip: string) => limit({ ip, session })
  for (let at = 0; at < 240; at += 1) send(`192.0.2.${at}`)
  expect(() => send('192.0.2.250')).toThrow('Try again in 60 seconds.')
  expect(() => send('192.0.3.1')).not.toThrow()
})

async function signIn(): Promise<string> {
  return (await signUpAndVerify(server)).visitor.cookieHeader()
}

function search(text: number, cookie: string, headers: Readonly<Record<string, string>> = {}) {
  return sendRaw(server.app, { path: `/list?q=${text}`, headers: { cookie, ...headers } })
}
