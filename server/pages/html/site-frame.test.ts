import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrerenderedSite } from '../../testing/prerendered-site.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { TestServer } from '../../testing/test-server.ts'

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, { html: {}, pages: [{ path: '/weather', title: 'Weather' }] })
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const get = async (query: string) => server.app.inject({ url: `/-/layout?${query}` })

test.each([
  { query: 'visitor=signed-out&path=/weather', frame: 'Frame of * for signed-out' },
  { query: 'visitor=unverified&path=/', frame: 'Frame of / for unverified' },
])('the layout for $query is the one that the server puts around a page', async ({ query, frame }) => {
  const { statusCode, body } = await get(query)
  expect([statusCode, JSON.parse(body)]).toEqual([
    200,
    {
      before: `<header>${frame}</header><main>`,
      after: '</main>',
      year: new Date().getFullYear(),
      publicUrl: expect.stringMatching(/^http/),
      signInWith: [],
    },
  ])
})

test('a layout for an unknown visitor state is refused', async () => {
  expect((await get('visitor=anyone&path=/')).statusCode).toBe(400)
})
