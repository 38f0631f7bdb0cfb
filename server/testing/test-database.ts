import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Where a test opens a database of its own: pass it to `openDatabase`. */
export interface TestDatabase {
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Removes the database and the folder; close what uses them first. */
  remove(): Promise<void>
}

interface DatabaseKind {
  readonly kind: 'sqlite' | 'postgres'
  make(): Promise<TestDatabase>
}

/**
 * The databases that a suite runs over: `describe.each(testDatabases)('… on $kind', …)`. SQLite always, PostgreSQL
 * where TEST_DATABASE_URL names a server on which databases may be made.
 */
export const testDatabases: readonly DatabaseKind[] = [
  { kind: 'sqlite', make: makeFolder },
  ...(process.env.TEST_DATABASE_URL
    ? [{ kind: 'postgres' as const, make: makePostgres(process.env.TEST_DATABASE_URL) }]
    : []),
]

async function makeFolder(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'))
  return { databaseUrl: null, dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

function makePostgres(server: string) {
  return async (): Promise<TestDatabase> => {
    const folder = await makeFolder()
    const name = `portico_test_${randomBytes(6).toString('hex')}`
    await run(server, `create database ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    const remove = async () => {
      await run(server, `drop database ${name} with (force)`)
      await folder.remove()
    }
    return { ...folder, databaseUrl: url.href, remove }
  }
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
