import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Writes data that a power failure may undo, because syncing each commit in SQLite blocks the event loop. Not to be called in a
 * transaction, but `write` may begin some. PostgreSQL syncs in processes of its own.
 */
export function writeUnsynced<T>(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  write: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (kind === 'postgres') return write(db)
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await write(connection)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
}
