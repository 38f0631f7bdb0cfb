import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A dedicated PostgreSQL database. */
export interface TestDatabase {
  readonly url: string
  /** Drops it. Stop its clients first. */
  remove(): Promise<void>
}

/** Creates a database on the server at TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server)
    throw new Error('TEST_DATABASE_URL: expected the URL of a PostgreSQL server, but it is not set.')
  const name = `portico_e2e_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => run(server, `drop database ${name} with (force)`) }
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
