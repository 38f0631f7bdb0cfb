import { consolePaths } from '@portico/protocol/console-paths.ts'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'

test.each<[string, Record<string, string>, number, string]>([
  ['a local site leads to it', {}, 303, 'http://localhost:4000'],
  [
    'a site leads to its host',
    { PUBLIC_URL: 'https://example.com', CONSOLE_URL: 'https://console.example.com' },
    303,
    'https://console.example.com',
  ],
  [
    'without a host, a site says how to reach it',
    { PUBLIC_URL: 'https://example.com' },
    200,
    'ssh -L 4000:127.0.0.1:4000 &#60;server&#62;',
  ],
  ['without a console, a site says so', { CONSOLE_PORT: 'off' }, 404, 'CONSOLE_PORT is off'],
])('the address of the console on the site: %s', async (_what, environment, status, expected) => {
  const database = await createTestDatabase()
  const server = await startTestServer(database, environment)
  const response = await server.app.inject(consolePaths.console)
  expect([response.statusCode, response.headers.location ?? response.body]).toEqual([
    status,
    expect.stringContaining(expected),
  ])
  await server.stop()
  await database.remove()
})
