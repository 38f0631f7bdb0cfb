import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fastPasswords } from '../../testing/fast-passwords.ts'
import { password, signUp } from '../../testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let database: TestDatabase
let server: TestServer
/** While it is pending, no password is checked. */
let going: PromiseWithResolvers<void>
let waiting: Promise<number>[]

beforeEach(async () => {
  waiting = []
  going = Promise.withResolvers()
  going.resolve()
  database = await createTestDatabase()
  const passwordAlgorithm = {
    hash: (given: string) => going.promise.then(() => fastPasswords.hash(given)),
    verify: (given: { hash: string; password: string }) =>
      going.promise.then(() => fastPasswords.verify(given)),
  }
  server = await startTestServer(database, {}, { passwordAlgorithm })
})
afterEach(async () => {
  going.resolve()
  await Promise.all(waiting)
  await server.stop()
  await database.remove()
})

/** Guesses passwords of invented accounts until the server is busy for all these addresses. */
async function flood(addresses: readonly string[]): Promise<void> {
  going = Promise.withResolvers()
  let hasRoom = true
  while (hasRoom) {
    const sent = addresses.map(async (address, at) => {
      const login = `nobody${waiting.length}.${at}`
      return (await server.browser().post(accountPaths.signIn, { login, password }, { address })).statusCode
    })
    const before = waiting.length
    waiting.push(...sent)
    for (let round = 0; round < 50; round++) await setImmediate() // until they wait
    const answered = await Promise.all(waiting.slice(before).map((status) => Promise.race([status, null])))
    hasRoom = !answered.every((status) => status === 503)
  }
}

const createAddresses = (count: number) =>
  Array.from({ length: count }, (_, at) => `198.${18 + (at >> 8)}.${at & 255}.7`)
/** More than the queue has places, on any machine. */
const many = 40 * availableParallelism()
const honest = { address: '203.0.113.9' }

test('a flood of guesses from 25 networks doesn’t keep an honest visitor out', async () => {
  const { username } = await signUp(server)
  await flood(createAddresses(25))
  const signingIn = server.browser().post(accountPaths.signIn, { login: username, password }, honest)
  const account = { username: 'newcomer', email: 'newcomer@example.com', password }
  const signingUp = server.browser().post(accountPaths.signUp, account, { address: '203.0.114.9' })
  for (let round = 0; round < 50; round++) await setImmediate()
  going.resolve()
  expect((await signingIn).statusCode).toBe(200)
  expect((await signingUp).statusCode).toBe(201)
  expect((await Promise.all(waiting)).filter((status) => status === 401).length).toBeGreaterThan(0)
})

test('networks of one block count as one', async () => {
  const { username } = await signUp(server)
  await flood(Array.from({ length: 200 }, (_, at) => `198.51.100.${at}`))
  const signingIn = server.browser().post(accountPaths.signIn, { login: username, password }, honest)
  for (let round = 0; round < 50; round++) await setImmediate()
  going.resolve()
  expect((await signingIn).statusCode).toBe(200)
})

test('while every network waits, a device that has logged in before still gets in', async () => {
  const { username, visitor } = await signUp(server)
  await visitor.post(accountPaths.signIn, { login: username, password }, honest)
  await flood(createAddresses(many))
  const body = { login: username, password }
  const signingIn = visitor.post(accountPaths.signIn, body, honest)
  const unknown = await server.browser().post(accountPaths.signIn, body, { address: '203.0.114.9' })
  expect(unknown.json()).toMatchObject({ code: 'server-busy' })
  going.resolve()
  expect((await signingIn).statusCode).toBe(200)
})
