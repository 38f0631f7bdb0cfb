import { type Kysely, PostgresAdapter, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../database/tables.ts'

const channel = 'portico_revision'
const connectTimeoutMs = 5_000

/** Notifies every server of a new revision once the transaction has been committed. Only PostgreSQL can notify. */
export async function notifyRevision(trx: Kysely<Tables>, revision: number): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_notify(${channel}, ${String(revision)})`.execute(trx)
}

/** Listens for new revisions. */
export interface RevisionListener {
  /** Connects if there is no connection. Never rejects: without one, polling continues alone. */
  ensureConnected(): Promise<void>
  stop(): Promise<void>
}

/** Listens on its own connection for revisions that any server on this PostgreSQL writes. */
export function listenForRevisions(databaseUrl: string, onRevision: () => void): RevisionListener {
  let current: pg.Client | null = null
  const disconnect = async (client: pg.Client) => {
    if (current === client) current = null
    await client.end().catch(() => {}) // already disconnected
  }
  return {
    async ensureConnected() {
      if (current !== null) return
      const client = new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
        application_name: channel,
      })
      current = client
      client.on('notification', onRevision)
      client.on('error', () => void disconnect(client))
      client.on('end', () => void disconnect(client))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        onRevision() // notices sent before the connection existed are lost
      } catch {
        await disconnect(client)
      }
    },
    async stop() {
      if (current !== null) await disconnect(current)
    },
  }
}
