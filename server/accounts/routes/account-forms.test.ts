import { loginPath, oauthReturnPath, profileUpdatePath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { writeMark } from '@portico/kit/site/write-mark.ts'
import { markedProfile } from '@portico/protocol/template/marked-site.ts'
import { startOAuthProvider } from '@portico/tools/testing/oauth-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { password, signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

const renderField = (name: string, type = 'text', value = '') =>
  `<label for="f-${name}">${name}</label><input type="${type}" id="f-${name}" name="${name}" value="${value}"/>`
const renderText = (code: string) =>
  `<div id="${code}" class="hidden" data-result="true"><div role="alert">Text of ${code}</div></div>`
const when = (provider: string, html: string) =>
  `${writeMark(`?signInWith.${provider}`)}${html}${writeMark(':')}${writeMark('/')}`
const startForm = `<form method="post" action="${accountPaths.signInWithProvider}">`
const signInPage = `<h1>Log in</h1>${when('google', `${startForm}Google</form>`)}${when('github', `${startForm}GitHub</form>`)}${renderText('provider-unknown')}${renderText('provider-unavailable')}`
const updatePage = `<h1>Update</h1>${renderField('name', 'text', markedProfile.name)}${renderField('username', 'text', markedProfile.username)}${renderField('currentPassword', 'password')}${renderField('newPassword', 'password')}${renderField('password', 'password')}`
const resetForm = `<h1>Reset</h1>${renderField('email')}${renderText('too-many-requests')}`

const people = { grace: { id: 1, name: 'Grace', email: 'grace@example.com', isVerified: true } }
const wanted = '/about?a=b'
const query = `next=${encodeURIComponent(wanted)}`

let provider: Awaited<ReturnType<typeof startOAuthProvider>>
let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  provider = await startOAuthProvider(people)
  const { GITHUB_CLIENT_ID: _, GITHUB_CLIENT_SECRET: __, ...environment } = provider.environment
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, {
    pages: [
      { path: loginPath, access: 'auth', title: 'Login', prerender: { views: ['forgot'], next: true } },
      {
        path: oauthReturnPath,
        access: 'auth',
        title: 'Log in',
        prerender: { views: ['username'], next: true },
      },
      { path: '/profile', access: 'private', title: 'Profile', prerender: { profile: true } },
      { path: profileUpdatePath, access: 'private', title: 'Update', prerender: { profile: true } },
      { path: '/about', access: 'private', title: 'About' },
    ],
    html: {
      [loginPath]: '<h1>Log in</h1>',
      [oauthReturnPath]: signInPage,
      '/profile': { 'signed-in': `<dd>${markedProfile.name}</dd><dd>${markedProfile.email}</dd>` },
      [profileUpdatePath]: { 'signed-in': updatePage },
    },
    nextHtml: { [oauthReturnPath]: { named: signInPage, unnamed: signInPage } },
    views: {
      [loginPath]: { forgot: resetForm },
      [oauthReturnPath]: { username: `<h1>Choose</h1>${renderField('username')}` },
    },
    environment: { ...environment, PUBLIC_URL: 'http://127.0.0.1:3000' },
  })
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
  await database.remove()
})

const readRedirect = (response: { statusCode: number; headers: Record<string, unknown> }) => [
  response.statusCode,
  response.headers.location,
]
const readPolicy = (response: { headers: Record<string, unknown> }) =>
  /form-action ([^;]+)/.exec(String(response.headers['content-security-policy']))?.[1]

test('a reset is requested by a form, whose answer reveals no account, and whose link keeps the wanted page', async () => {
  const { email } = await signUpAndVerify(server)
  const url = `${accountPaths.requestReset}?${query}`
  for (const typed of [email, 'nobody@example.com'])
    expect(readRedirect(await server.browser().submit(url, { email: typed }))).toEqual([
      303,
      `/auth/login?forgot=&${query}#link-sent`,
    ])
  const view = await server.browser().get(`/auth/login?forgot=&${query}`)
  expect(view.body).toContain(`<main>${resetForm}</main>`)
  const [message] = await server.emailsTo(email, 2)
  const link = new URL(message?.links[0] ?? 'about:blank')
  expect(link.searchParams.get('next')).toBe(wanted)

  const visitor = server.browser()
  const page = await visitor.get(link.pathname + link.search)
  expect(page.body).toContain(`action="${accountPaths.reset}?${query}"`)
  const token = link.searchParams.get('token') ?? ''
  const set = (newPassword: string) =>
    visitor.submit(`${accountPaths.reset}?${query}`, { token, newPassword })
  const refused = await set('short')
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    expect.stringContaining(`action="${accountPaths.reset}?${query}"`),
  ])
  expect((await set('a new password, long enough')).body).toContain(`href="/auth/login?${query}"`)
  expect((await set('another one, long enough')).body).toContain(`href="/auth/login?forgot=&#38;${query}"`)
})

test('a link does not lead to another site, nor to a path that is too long for an email', async () => {
  const { email } = await signUpAndVerify(server)
  for (const [count, next] of [
    ['2', '//evil.example'],
    ['3', `/${'a'.repeat(600)}`],
  ] as const) {
    const visitor = server.browser()
    await visitor.submit(`${accountPaths.requestReset}?${new URLSearchParams({ next })}`, { email })
    const [message] = await server.emailsTo(email, Number(count))
    expect(new URL(message?.links[0] ?? 'about:blank').searchParams.has('next')).toBe(false)
  }
})

test('an address that is none is explained at its field, which keeps it', async () => {
  const refused = await server.browser().submit(accountPaths.requestReset, { email: 'ada@"<b>' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('<h1>Reset</h1>')
  expect(refused.body).toMatch(/<p id="f-email-error" data-error>Enter an email address such as/)
  expect(refused.body).toContain('value="ada@&quot;&lt;b&gt;"')
  const foreign = { origin: 'https://evil.example' }
  const other = await server.browser().submit(accountPaths.requestReset, { email: 'a@b.c' }, foreign)
  expect([other.statusCode, other.json().code]).toEqual([403, 'origin-not-allowed'])
})

test('a form leads to the provider and back, and then asks for a username', async () => {
  const visitor = server.browser()
  const page = await visitor.get(`${oauthReturnPath}?${query}`)
  expect(page.body).toContain(`<main><h1>Log in</h1>${startForm}Google</form><div`)
  expect(page.body).toContain('data-sign-in-with="google"')
  const url = `${accountPaths.signInWithProvider}?${query}`
  const started = await visitor.submit(url, { provider: 'google' })
  const target = new URL(String(started.headers.location))
  expect([started.statusCode, target.origin]).toEqual([303, `http://127.0.0.1:${provider.port}`])
  expect([...target.searchParams.keys()]).toEqual(
    expect.arrayContaining(['state', 'code_challenge', 'code_challenge_method']),
  )
  expect(readPolicy(page)).toBe(`'self' https://api.whatsapp.com ${target.origin}`)
  const landing = await visitor.get(await provider.signIn(target.href, 'grace'))
  expect(readRedirect(landing)).toEqual([303, `/auth/google?username=&${query}`])
  const asked = await visitor.get(String(landing.headers.location))
  expect(asked.body).toContain('<h1>Choose</h1>')

  const update = (username: string) => visitor.submit(`${accountPaths.update}?${query}`, { username })
  const refused = await update('a b')
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('<h1>Choose</h1>')])
  expect(refused.body).toContain('value="a b"')
  expect(refused.body).toContain('<p id="f-username-error" data-error>')
  expect(readRedirect(await update('Grace'))).toEqual([303, wanted])
  expect((await visitor.get(accountPaths.session)).json().visitor).toMatchObject({ done: true, gmail: true })
})

test('forms may be redirected to providers on the pages that have such forms, and nowhere else', async () => {
  const visitor = server.browser()
  expect(readPolicy(await visitor.get(loginPath))).toBe("'self' https://api.whatsapp.com")
  expect(readPolicy(await visitor.get(`${oauthReturnPath}?username`))).toBe("'self' https://api.whatsapp.com")
  const unknown = await visitor.submit(accountPaths.signInWithProvider, { provider: 'github' })
  expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining('<h1>Log in</h1>')])
  expect(unknown.body).toContain('<div id="provider-unknown">')
  expect(readPolicy(unknown)).toBe(`'self' https://api.whatsapp.com http://127.0.0.1:${provider.port}`)
})

test('profile pages have the profile of their visitor, and no other visitor gets them', async () => {
  const [ada, eve] = [await signUpAndVerify(server), await signUpAndVerify(server)]
  await ada.visitor.post(accountPaths.update, { name: `<b>"${markedProfile.email}"` })
  const page = await ada.visitor.get('/profile')
  expect(page.body).toContain(`<dd>&lt;b&gt;&quot;${markedProfile.email}&quot;</dd><dd>${ada.email}</dd>`)
  expect(page.headers['cache-control']).toBe('private, no-cache, no-transform')
  const [, text = ''] = / data-profile="([^"]*)"/.exec(page.body) ?? []
  const data = text.replaceAll('&quot;', '"')
  expect(JSON.parse(data)).toMatchObject({ email: ada.email, hasPassword: 'yes', verifiedBy: 'email' })
  const send = (cookie: string) =>
    server.app.inject({ url: '/profile', headers: { cookie, 'if-none-match': String(page.headers.etag) } })
  expect((await send(ada.visitor.cookieHeader())).statusCode).toBe(304)
  const other = await send(eve.visitor.cookieHeader())
  expect([other.statusCode, other.body.includes(ada.email), other.body.includes(eve.email)]).toEqual([
    200,
    false,
    true,
  ])
  expect(readRedirect(await server.browser().get('/profile'))).toEqual([303, '/auth/login?next=%2Fprofile'])
  await ada.visitor.post(accountPaths.update, { name: 'Ada' })
  expect((await send(ada.visitor.cookieHeader())).body).toContain('<dd>Ada</dd>')
})

test('the forms of the profile save, refuse and delete as they do with a script', async () => {
  const { visitor, username, email } = await signUpAndVerify(server)
  const saved = await visitor.submit(accountPaths.update, { name: 'Ada L.', username })
  expect(readRedirect(saved)).toEqual([303, '/profile/update#profile-saved'])
  const refused = await visitor.submit(accountPaths.update, { name: '', username: 'a b' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('name="name" value=""')
  expect(refused.body).toContain('name="username" value="a b"')
  const change = (currentPassword: string) =>
    visitor.submit(accountPaths.changePassword, { currentPassword, newPassword: 'another long password' })
  const wrong = await change('not the password')
  expect(wrong.statusCode).toBe(403)
  expect(wrong.body).toContain('<p id="f-currentPassword-error" data-error>This password is incorrect.</p>')
  expect(wrong.body).toContain('name="name" value="Ada L."')
  expect(wrong.body).not.toContain('not the password')
  expect(readRedirect(await change(password))).toEqual([303, '/profile/update#password-changed'])
  const link = await visitor.submit(accountPaths.requestReset, { email })
  expect(readRedirect(link)).toEqual([303, '/profile/update#link-sent'])
  const foreign = await visitor.submit(
    accountPaths.deleteAccount,
    { password },
    { origin: 'https://evil.example' },
  )
  expect(foreign.statusCode).toBe(403)
  expect((await visitor.submit(accountPaths.deleteAccount, { password })).statusCode).toBe(403)
  const deleted = await visitor.submit(accountPaths.deleteAccount, { password: 'another long password' })
  expect(readRedirect(deleted)).toEqual([303, '/'])
  expect((await visitor.get(accountPaths.session)).json()).toEqual({ visitor: null })
  const again = await visitor.submit(accountPaths.update, { name: 'Ada' })
  expect(readRedirect(again)).toEqual([303, '/profile/update#not-signed-in'])
})

test('a visitor whose email is not verified yet has no profile page', async () => {
  const { visitor } = await signUp(server)
  expect(readRedirect(await visitor.get('/profile'))).toEqual([303, '/profile/verify?next=%2Fprofile'])
})
