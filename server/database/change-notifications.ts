import { PostgresAdapter, sql } from 'kysely'
import pg from 'pg'
import type { Db } from './tables.ts'

const timeoutMs = 5_000

/** Notifies every server that listens on `channel` once the transaction has been committed. Only PostgreSQL can notify. */
export async function notify(trx: Db, channel: string, payload: string): Promise<void> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_notify(${channel}, ${payload})`.execute(trx)
}

/** What to listen for. Notifications are lost while there is no connection. */
export interface ChangeHandlers {
  readonly channel: string
  readonly onChange: (payload: string) => void
  /** Called once notifications arrive. */
  readonly onConnect: () => void
  /** Called when they no longer arrive. */
  readonly onDisconnect?: () => void
}

/** Listens on its own connection for notifications that any server on this PostgreSQL database sends. */
export function listenForChanges(
  databaseUrl: string,
  { channel, onChange, onConnect, onDisconnect = () => {} }: ChangeHandlers,
) {
  let current: pg.Client | null = null
  const disconnect = async (client: pg.Client) => {
    if (current === client) {
      current = null
      onDisconnect()
    }
    await client.end().catch(() => {}) // already disconnected
  }
  // Repeated on an open connection, it checks whether the server still responds.
  const listen = (client: pg.Client) => client.query(`listen ${channel}`)
  const connect = async () => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      application_name: channel,
    })
    current = client
    client.on('notification', ({ payload }) => onChange(payload ?? ''))
    client.on('error', () => void disconnect(client))
    client.on('end', () => void disconnect(client))
    try {
      await client.connect()
      await listen(client)
      if (current === client) onConnect()
    } catch {
      await disconnect(client)
    }
  }
  const check = async (client: pg.Client) => {
    await listen(client).catch(() => disconnect(client))
  }
  let running: Promise<void> | null = null
  return {
    /** Connects if there is no working connection. Never rejects. */
    ensureConnected(): Promise<void> {
      running ??= (current === null ? connect() : check(current)).finally(() => {
        running = null
      })
      return running
    },
    async stop(): Promise<void> {
      if (current !== null) await disconnect(current)
    },
  }
}
