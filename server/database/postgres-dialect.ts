import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

const connections = 10 // for one instance; PostgreSQL allows 100 by default, so several instances fit
const connectTimeoutMs = 5_000 // the health check says why before a balancer gives up on it

/** Kysely over PostgreSQL. `onError` hears of connections that broke. */
export function createPostgresDialect(url: string, onError: (error: Error) => void): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    types: { getTypeParser },
  })
  // Without a listener a connection that breaks would end the process: the pool's own hears of idle ones only.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onError))
  return new PostgresDialect({ pool })
}

// pg gives `bigint` (counts, milliseconds) as text; every number kept here is below 2^53, and SQLite gives numbers.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}
