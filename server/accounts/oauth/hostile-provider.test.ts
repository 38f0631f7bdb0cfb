import { accountPaths } from '@portico/kit/account/account-paths.ts'
import {
  type Claims,
  createChallenge,
  startHostileProvider,
  tokenPath,
  userPath,
} from '@portico/tools/testing/hostile-provider.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { countSessions, signUp, signUpAndVerify } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let database: TestDatabase
let server: TestServer
let provider: Awaited<ReturnType<typeof startHostileProvider>>
beforeAll(async () => {
  database = await createTestDatabase()
  provider = await startHostileProvider()
  server = await startTestServer(database, provider.environment)
})
beforeEach(() => provider.behave())
afterAll(async () => {
  await server.stop()
  await database.remove()
  await provider.stop()
})

type Name = 'google' | 'github'
const names = ['google', 'github'] as const
const getOther = (name: Name): Name => (name === 'google' ? 'github' : 'google')

async function begin(visitor: TestBrowser, name: Name, next = '/about') {
  const { url } = (await visitor.post(accountPaths.signInWithProvider, { provider: name, next })).json()
  const { state = '', ...rest } = Object.fromEntries(new URL(url).searchParams)
  return { state, nonce: rest.nonce, challenge: rest.code_challenge }
}

/** Opens the callback, as the provider's redirect does, and returns where it leads. */
async function returns(visitor: TestBrowser, name: Name, query: Record<string, string>): Promise<string> {
  const response = await visitor.get(`/-/account/callback/${name}?${new URLSearchParams(query)}`)
  expect(response.statusCode).toBe(303)
  return String(response.headers.location)
}

let count = 0
/** An honest person whom the provider has not described before. */
function createPerson(): Claims {
  const id = ++count
  return { sub: `subject-${id}`, id, name: 'Ada', email: `person${id}@example.com`, email_verified: true }
}

/** Signs in as a person with these claims. */
async function signsIn(visitor: TestBrowser, name: Name, claims: Claims) {
  const { state, nonce } = await begin(visitor, name)
  provider.says({ nonce, ...createPerson(), ...claims })
  return returns(visitor, name, { state, code: 'secret-code' })
}

const fetchVisitor = async (visitor: TestBrowser) => (await visitor.get(accountPaths.session)).json().visitor

const failed = '/auth/google?next=%2Fabout#provider-failed'
const unverified = '/auth/google?next=%2Fabout#provider-email-unverified'

describe.each(names)('a visitor at %s', (name) => {
  test.each<[string, (begun: { state: string }) => Record<string, string>]>([
    ['no state', () => ({ code: 'a code' })],
    ['an unknown state', () => ({ state: 'invented', code: 'a code' })],
    ['no code', ({ state }) => ({ state })],
    [
      'an error of its own',
      ({ state }) => ({ state, error: '<b>call 555</b>', error_description: 'call 555' }),
    ],
    ['an error named like a property of objects', ({ state }) => ({ state, error: 'constructor' })],
    ['another such error', ({ state }) => ({ state, error: '__proto__' })],
  ])('is not signed in by a callback with %s, none of which is passed on', async (_what, getQuery) => {
    const visitor = server.browser()
    const begun = await begin(visitor, name)
    provider.says({ nonce: begun.nonce, ...createPerson() })
    expect(await returns(visitor, name, getQuery(begun))).toMatch(
      /^\/auth\/google(\?next=%2Fabout)?#provider-failed$/,
    )
    expect(await fetchVisitor(visitor)).toBeNull()
  })

  test('keeps their session if the sign-in of another link fails', async () => {
    const { visitor, username } = await signUp(server)
    await visitor.get(`/-/account/callback/${name}?state=a&state=b`) // repeated: better-auth refuses it without a redirect
    expect(await fetchVisitor(visitor)).toMatchObject({ username })
    for (const path of [tokenPath, userPath])
      provider.answers(path, (_request, response) => response.end('<html>'))
    expect(await signsIn(visitor, name, {})).toBe(failed)
    expect(await fetchVisitor(visitor)).toMatchObject({ username })
  })

  test('is signed in only once by a callback, and their code comes with its verifier', async () => {
    const visitor = server.browser()
    const { state, nonce, challenge } = await begin(visitor, name)
    provider.says({ nonce, ...createPerson() })
    expect(await returns(visitor, name, { state, code: 'a code' })).toContain('next=%2Fabout')
    expect(createChallenge(provider.tokenRequests[0]?.form.get('code_verifier') ?? '')).toBe(challenge)
    expect(await returns(visitor, name, { state, code: 'a code' })).toContain('#provider-failed')
    expect(provider.tokenRequests).toHaveLength(1)
  })

  test('can’t use its state at the other provider', async () => {
    const visitor = server.browser()
    const { state, nonce } = await begin(visitor, name)
    await begin(visitor, getOther(name)) // in another tab
    provider.says({ nonce, ...createPerson() })
    expect(await returns(visitor, getOther(name), { state, code: 'a code' })).toContain('#provider-failed')
    expect(provider.tokenRequests).toEqual([])
    expect(await returns(visitor, name, { state, code: 'a code' })).toBe(
      '/auth/google?username=&next=%2Fabout',
    )
  })

  test('gets a new session that replaces the previous one', async () => {
    const previous = await signUp(server)
    const before = new Map(previous.visitor.cookies)
    const { email } = createPerson()
    await signsIn(previous.visitor, name, { email })
    expect(await fetchVisitor(previous.visitor)).toMatchObject({ email })
    expect(await countSessions(server, previous.email)).toBe(0)
    const thief = server.browser()
    for (const [cookie, value] of before) thief.cookies.set(cookie, value)
    expect(await fetchVisitor(thief)).toBeNull()
  })

  test('stays the same person under another address', async () => {
    const person = createPerson()
    const visitor = server.browser()
    await signsIn(visitor, name, person)
    const victim = await signUpAndVerify(server)
    await signsIn(visitor, name, { ...person, email: victim.email })
    expect(await fetchVisitor(visitor)).toMatchObject({ email: person.email })
  })

  test.each([
    ['is an object', { a: 1 }],
    ['has a line break', 'eve@example.com\r\nBcc: victim@example.com'],
    ['has two parts', 'eve@example.com,victim@example.com'],
    ['has a trailing dot', 'eve@example.com.'],
    ['has a quoted name', '"eve@example.com"@example.com'],
    ['ends with a space', 'eve@example.com '],
    ['is too long', `${'e'.repeat(300)}@example.com`],
    ['becomes another one in lower case', '\u212Aelvin@example.com'],
  ])('needs a plain address, not one that %s', async (_what, email) => {
    const visitor = server.browser()
    expect([failed, unverified]).toContain(await signsIn(visitor, name, { email }))
    expect(await fetchVisitor(visitor)).toBeNull()
  })

  test.each(['true', 1, {}, null])(
    'whose address is verified as %j is not verified',
    async (email_verified) => {
      const visitor = server.browser()
      expect([failed, unverified]).toContain(await signsIn(visitor, name, { email_verified }))
    },
  )

  test.each([{ a: 1 }, [1], true, '', null, 1.5, 2 ** 53, 0])('needs an identity, not %j', async (id) => {
    const visitor = server.browser()
    const sub = typeof id === 'string' ? id : { id }
    expect(await signsIn(visitor, name, { id, sub })).toBe(failed)
  })

  test('has a name of one short line, and no picture', async () => {
    const visitor = server.browser()
    const person = createPerson()
    await signsIn(visitor, name, {
      ...person,
      name: `\u202E Eve\r\n\u0000<b>${'n'.repeat(1e5)}`,
      picture: 'javascript:',
    })
    const stored = await server.db
      .selectFrom('user')
      .selectAll()
      .where('email', '=', String(person.email))
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ name: `Eve <b>${'n'.repeat(73)}`, image: null, username: null })
  })

  test.each<[string, Parameters<typeof provider.answers>[1]]>([
    ['HTML', (_request, response) => response.end('<html>secret-access-token')],
    ['an error', (_request, response) => response.writeHead(500).end('secret-access-token')],
    [
      'a redirect',
      ({ headers }, response) =>
        response.writeHead(307, { location: `http://${headers.host}/elsewhere` }).end(),
    ],
    ['ten megabytes', (_request, response) => response.end(`{"access_token":"${'x'.repeat(1e7)}"}`)],
    [
      'less than announced',
      (_request, response) => {
        response.setHeader('content-length', 1e5)
        response.write('{"access_token":"secret-access-token"}', () => response.destroy())
      },
    ],
    [
      'a token that splits a header',
      (_request, response) => response.end('{"access_token":"secret-access-token\\r\\nx: y"}'),
    ],
    ['null', (_request, response) => response.end('null')],
  ])('is told so if the token endpoint sends %s, and the log has no secret', async (_what, answer) => {
    provider.answers(tokenPath, answer)
    provider.answers('/elsewhere', () => expect.unreachable('the redirect was followed'))
    const visitor = server.browser()
    expect(await signsIn(visitor, name, {})).toBe(failed)
    expect(server.logged.join()).not.toMatch(/secret-|person\d|Ada/)
  })
})

test('a flood of forged callbacks does not fill the log', async () => {
  const { state } = await begin(server.browser(), 'google')
  const flood = async () => {
    for (const forged of [state, 'invented', ''])
      await returns(server.browser(), 'google', { state: forged, code: 'a code' })
  }
  await flood()
  const before = server.logged.length
  for (let at = 0; at < 10; at += 1) await flood()
  expect(server.logged.slice(before)).toEqual([])
})

test('a response whose issuer is another provider is refused (RFC 9207)', async () => {
  const visitor = server.browser()
  const { state } = await begin(visitor, 'google')
  expect(await returns(visitor, 'google', { state, code: 'a code', iss: 'https://evil.example' })).toBe(
    failed,
  )
  expect(provider.tokenRequests).toEqual([])
})

test.each<[string, Claims]>([
  ['is missing', { id_token: null }],
  ['has another nonce', { nonce: 'another' }],
  ['is for another client', { aud: 'another' }],
  ['is from another issuer', { iss: 'https://evil.example' }],
  ['has expired', { exp: 1 }],
])('Google’s word is not taken if the ID token %s', async (_what, claims) => {
  expect(await signsIn(server.browser(), 'google', claims)).toBe(failed)
})

test('an address that only the user endpoint tells must be about the same person', async () => {
  const person = createPerson()
  const { email, ...claims } = person
  const about = (said: Claims) =>
    provider.answers('/userinfo', (_request, response) => response.end(JSON.stringify(said)))
  about({ ...person, sub: 'another' })
  expect(await signsIn(server.browser(), 'google', { ...claims, email: undefined })).toBe(failed)
  about(person)
  const visitor = server.browser()
  await signsIn(visitor, 'google', { ...claims, email: undefined })
  expect(await fetchVisitor(visitor)).toMatchObject({ email })
})
