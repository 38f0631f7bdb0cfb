import { afterAll, beforeAll, describe } from 'vitest'
import { createTestDatabase, type TestDatabase, testDatabases } from './test-database.ts'
import { startTestServer, type TestServer } from './test-server.ts'

interface Options {
  /** Prepares what the server needs; the result is its environment. */
  readonly environment?: () => Promise<Record<string, string>>
}

type Suite = (server: () => TestServer) => void

/** Runs a suite on every database, each time with its own server and database; call `server()` inside tests. */
export function describeOnDatabases(title: string, suite: Suite, options: Options = {}): void {
  describe.each(testDatabases)(`${title} on $kind`, ({ create }) => {
    runWithServer(create, suite, options)
  })
}

/** Runs a suite with its own server on SQLite, for features whose queries are tested elsewhere. */
export function describeWithServer(title: string, suite: Suite, options: Options = {}): void {
  describe(title, () => runWithServer(createTestDatabase, suite, options))
}

function runWithServer(create: () => Promise<TestDatabase>, suite: Suite, options: Options): void {
  let database: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    database = await create()
    server = await startTestServer(database, await options.environment?.())
  })
  afterAll(async () => {
    await server.stop()
    await database.remove()
  })
  suite(() => server)
}
