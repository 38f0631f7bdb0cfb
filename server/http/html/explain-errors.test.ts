import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, { pages: [], html: {} })
})
afterAll(async () => {
  await server.app.close()
  await database.remove()
})

const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
const expired = `${paths.preview}x.y`

test('an expired preview link gets a page in the visitor’s layout, which shows commands as code', async () => {
  const { visitor } = await signUpAndVerify(server)
  const page = await server.app.inject({ url: expired, headers: { accept, cookie: visitor.cookieHeader() } })
  expect(page.statusCode).toBe(404)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, no-transform',
  })
  expect(page.body).toContain('for signed-in<')
  expect(page.body).toContain('<div class="site-page">\n<h1>This preview link is invalid or has expired</h1>')
  expect(page.body).toContain('<code>npx --no-install portico preview</code>')
  expect(page.body).not.toContain('`')
  const guest = await server.app.inject({ url: expired, headers: { accept } })
  expect(guest.body).toContain('for signed-out<')
})

test('an error of a form that the link’s page sends is shown in the layout as well', async () => {
  const page = await server.app.inject({
    method: 'POST',
    url: accountPaths.reset,
    headers: { accept, origin: 'https://other.example', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'token=x',
  })
  expect(page.statusCode).toBe(403)
  expect(page.body).toContain('<div class="site-page">')
})

test('a program gets the problem document', async () => {
  const { body } = await server.app.inject({ url: expired, headers: { accept: 'application/json' } })
  expect(JSON.parse(body)).toMatchObject({ code: 'preview-expired' })
})
