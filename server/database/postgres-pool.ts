import { Socket } from 'node:net'
import pg from 'pg'

const connections = 10 // for one instance; PostgreSQL allows 100 by default, so several instances fit
const connectTimeoutMs = 5_000 // the health check reports the reason before a load balancer times out

/**
 * Limits of each connection, in milliseconds; parameters of DATABASE_URL override them. A server that freezes while
 * holding a lock loses it before the servers that wait for it give up.
 */
export const timeLimits = {
  idle_in_transaction_session_timeout: 4_000,
  lock_timeout: 5_000,
  statement_timeout: 10_000,
}

// Every statement has ended before. Then PostgreSQL, or the network to it, has frozen without closing the connection.
const silenceMarginMs = 2_000

/**
 * A pool of connections to PostgreSQL. `onError` receives errors of broken connections. Migrations have no `limits`: they
 * wait for each other, and may take long.
 */
export function createPostgresPool(
  url: string,
  onError: (error: Error) => void,
  limits: Partial<typeof timeLimits> = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...limits,
    ...(limits.statement_timeout && endWhenSilent(getStatementTimeout(url, limits.statement_timeout))),
    types: { getTypeParser },
  })
  // Without this listener a broken connection would crash the process: the pool only handles errors of idle ones.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

function getStatementTimeout(url: string, fallback: number): number {
  const text = URL.canParse(url) ? new URL(url).searchParams.get('statement_timeout') : null
  return text === null ? fallback : Number(text)
}

/** Ends connections once nothing was sent or received for longer than a statement may take; 0: never. */
function endWhenSilent(statementMs: number): Pick<pg.PoolConfig, 'stream' | 'idleTimeoutMillis'> {
  if (!(statementMs > 0)) return {}
  const silenceMs = statementMs + silenceMarginMs
  const stream = () => {
    const socket = new Socket()
    return socket.setTimeout(silenceMs, () => {
      const error = new Error(`PostgreSQL has not responded for ${silenceMs} ms.`)
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    })
  }
  return { stream, idleTimeoutMillis: statementMs } // idle connections end before, without an error
}

// pg returns `bigint` (counts, milliseconds) as text. Every stored number is below 2^53, and SQLite returns numbers.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}
