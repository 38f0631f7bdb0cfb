import { afterAll, beforeAll, describe } from 'vitest'
import { type TestDatabase, testDatabases } from './test-database.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const testTimeoutMs = 30_000 // a hash takes 80 ms of a core, and the other tests share the cores

interface Options {
  /** Makes what the server needs first; its result is the server's environment. */
  readonly environment?: () => Promise<Record<string, string>>
}

/** Runs a suite over every database, each time with a server and a database of its own; `server()` inside tests. */
export function describeOnDatabases(
  title: string,
  suite: (server: () => TestServer) => void,
  options: Options = {},
): void {
  describe.each(testDatabases)(`${title} on $kind`, { timeout: testTimeoutMs }, ({ create }) => {
    let database: TestDatabase
    let server: TestServer
    beforeAll(async () => {
      database = await create()
      server = await startTestServer(database, await options.environment?.())
    }, testTimeoutMs)
    afterAll(async () => {
      await server.stop()
      await database.remove()
    })
    suite(() => server)
  })
}
