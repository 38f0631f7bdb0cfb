import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { password, signUp } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

const renderField = (name: string, type = 'text') =>
  `<label for="f-${name}">${name}</label><input type="${type}" id="f-${name}" aria-invalid="false" name="${name}"/>`
const renderText = (code: string) =>
  `<div id="${code}" class="hidden" data-result="true"><div role="alert">Text of ${code}</div></div>`
const pages = {
  '/auth/login': `<h1>Log in</h1>${renderField('login')}${renderField('password', 'password')}${renderText('sign-in-failed')}${renderText('unavailable')}`,
  '/auth/register': `<h1>Register</h1><form method="post" action="${accountPaths.signUp}">${renderField('username')}${renderField('email')}${renderField('password', 'password')}`,
  '/profile/verify': `<h1>Verify</h1>${renderField('code')}`,
}
const register = (next: string) => `${pages['/auth/register']}<a href="/auth/login?next=${next}">Log in</a>`

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, {
    pages: [
      { path: '/auth/login', access: 'auth', title: 'Login' },
      { path: '/auth/register', access: 'auth', title: 'Register', prerender: { next: true } },
      { path: '/profile/verify', access: 'verify', title: 'Verification' },
    ],
    html: { ...pages, '/profile/verify': { unverified: pages['/profile/verify'] } },
    nextHtml: {
      '/auth/register': { named: register('%2Fslot-for-next'), unnamed: register('%2Fslot-for-next') },
    },
    css: '.a{}',
  })
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

test('a refused form keeps what was typed, has the status of the error, and is stored nowhere', async () => {
  const url = `${accountPaths.signUp}?next=%2Fabout%3Fa%3Db`
  const typed = { username: 'a "b" <i>', email: 'ada@example.com', password: 'a password that is secret' }
  const { statusCode, headers, body } = await server.browser().submit(url, typed)
  expect(statusCode).toBe(400)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, no-transform',
  })
  expect(headers.location).toBeUndefined()
  expect(body).toContain('<title>Register | ')
  expect(body).toContain('<header>Frame of * for signed-out</header>')
  expect(body).toContain('/page.css"')
  expect(body).not.toContain('<script')
  expect(body).toContain(' name="username" value="a &quot;b&quot; &lt;i&gt;"')
  expect(body).toContain(' name="email" value="ada@example.com"')
  expect(body).toMatch(/<p id="f-username-error" data-error>Use letters, digits, _ and \. only\.<\/p><input/)
  expect(body).toContain('<a href="/auth/login?next=%2Fabout%3Fa%3Db">')
  expect(body).not.toContain('secret')
})

test('a wrong password keeps the login and shows the text of the page', async () => {
  const { username } = await signUp(server)
  const typed = { login: username, password: 'not the password' }
  const { statusCode, body } = await server.browser().submit(accountPaths.signIn, typed)
  expect(statusCode).toBe(401)
  expect(body).toContain(` name="login" value="${username}"`)
  expect(body).toContain('<div id="sign-in-failed"><div role="alert">Text of sign-in-failed</div></div>')
  expect(body).toContain(renderText('unavailable'))
  expect(body).not.toContain('not the password')
})

test('a code is not filled in again, and its message is at the field', async () => {
  const { visitor } = await signUp(server)
  const { statusCode, body } = await visitor.submit(accountPaths.verify, { code: '12345x' })
  expect(statusCode).toBe(400)
  expect(body).toContain('<header>Frame of * for unverified</header>')
  expect(body).toContain('Enter the six digits from the email.')
  expect(body).not.toContain('12345x')
})

test('bytes that are no UTF-8, and names that no field has, do no harm', async () => {
  const form = 'username=%ff%fe%00%c3%28&__proto__=x&constructor=y&username2=z'
  const { origin } = new URL(server.configuration.publicUrl)
  const send = (payload: string | Buffer) =>
    server.app.inject({
      method: 'POST',
      url: accountPaths.signUp,
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' },
      payload,
    })
  const encoded = await send(form)
  expect(encoded.statusCode).toBe(400)
  expect(encoded.body).toContain(' name="username" value="\ufffd\ufffd\0\ufffd("')
  const raw = await send(Buffer.from([...Buffer.from('username='), 0xff, 0xd8, 0x3c]))
  expect(raw.body).toContain(' name="username" value="\ufffd\ufffd&lt;"')
  const large = await send(`username=${'a'.repeat(70_000)}`)
  expect([large.statusCode, large.body.includes('aaaa')]).toEqual([413, false])
})

test('a problem for which the page has no text is shown in the form, by a text of the server', async () => {
  const large = { username: 'ada', email: 'a'.repeat(70_000), password }
  const { statusCode, body } = await server.browser().submit(`${accountPaths.signUp}?next=%2Fabout`, large)
  expect(statusCode).toBe(413)
  expect(body).toContain(
    `action="${accountPaths.signUp}"><p class="form-problem" role="alert" tabindex="-1" autofocus>You entered more than the site accepts. Shorten it and try again.</p><label`,
  )
})

test('a form of another site gets no page of this one, and a browser says what to do', async () => {
  const fields = { username: 'from-elsewhere', email: 'x', password }
  for (const origin of ['https://evil.example', 'null'])
    for (const accept of ['*/*', 'text/html,*/*;q=0.8']) {
      const { statusCode, headers, body } = await server.app.inject({
        method: 'POST',
        url: accountPaths.signUp,
        headers: { origin, accept, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
      expect(statusCode).toBe(403)
      expect(body).not.toContain('from-elsewhere')
      expect(body).toContain(
        accept === '*/*' ? '"code":"origin-not-allowed"' : 'Open the site at its own address',
      )
      expect(headers['content-type']).toMatch(accept === '*/*' ? /problem\+json/ : /html/)
    }
})

test('visitors whose session has ended are led to where they can log in', async () => {
  const { statusCode, headers } = await server.browser().submit(accountPaths.verify, { code: '123456' })
  expect([statusCode, headers.location]).toEqual([303, '/profile/verify#not-signed-in'])
})
