import { type Kysely, PostgresAdapter, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../database/tables.ts'

const channel = 'portico_revision'
const connectTimeoutMs = 5_000

/** Tells every server of a new revision, once the transaction has committed. Only PostgreSQL has words between servers. */
export async function announceRevision(trx: Kysely<Tables>, revision: number): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_notify(${channel}, ${String(revision)})`.execute(trx)
}

/** Hears of new revisions. */
export interface RevisionNotices {
  /** Connects where there is no connection (any more). Never rejects: without one the poll goes on alone. */
  ensure(): Promise<void>
  stop(): Promise<void>
}

/** Hears of revisions that any server on this PostgreSQL announces, over a connection of its own. */
export function hearRevisions(databaseUrl: string, onRevision: () => void): RevisionNotices {
  let current: pg.Client | null = null
  const drop = async (client: pg.Client) => {
    if (current === client) current = null
    await client.end().catch(() => {}) // it is gone already
  }
  return {
    async ensure() {
      if (current !== null) return
      const client = new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        application_name: channel,
      })
      current = client
      client.on('notification', onRevision)
      client.on('error', () => void drop(client))
      client.on('end', () => void drop(client))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        onRevision() // what was announced before nobody has heard
      } catch {
        await drop(client)
      }
    },
    async stop() {
      if (current !== null) await drop(current)
    },
  }
}
