import { CompiledQuery, type ControlledTransaction, Kysely, PostgresDialect, sql } from 'kysely'
import { createPostgresPool } from '../../database/postgres-pool.ts'
import type { Tables } from '../../database/tables.ts'
import { copyTables, createTables, migrateToLatest, requireEqual } from './import-tables.ts'
import { readPostgres } from './postgres-snapshot.ts'
import { listTables, type Snapshot } from './snapshot.ts'

/**
 * Replaces every table of a PostgreSQL database with those of a snapshot, in one transaction: other connections see
 * either the old tables or the new ones.
 */
export async function replacePostgres(from: Snapshot, url: string): Promise<void> {
  const pool = createPostgresPool(url, () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    const trx = await db.startTransaction().execute()
    try {
      await dropTables(trx)
      await createTables(trx, from.migrations)
      const copied = await copyTables(from, listTables(from), trx)
      await requireEqual(await readPostgres(toQuery(trx)), copied)
      await migrateToLatest(trx)
      await trx.commit().execute()
    } catch (cause) {
      await trx
        .rollback()
        .execute()
        .catch(() => {}) // a broken connection has rolled it back
      throw cause
    }
  } finally {
    await db.destroy()
  }
}

function toQuery(trx: ControlledTransaction<Tables>) {
  return async (statement: string) => (await trx.executeQuery(CompiledQuery.raw(statement))).rows
}

// The database is the site's own; the functions are those of its triggers.
async function dropTables(trx: ControlledTransaction<Tables>): Promise<void> {
  const { tables } = await readPostgres(toQuery(trx))
  for (const { name } of tables) await sql`drop table ${sql.id(name)} cascade`.execute(trx)
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace and proname like 'portico\\_%'`.execute(trx)
  for (const { name } of rows) await sql`drop function ${sql.id(name)}`.execute(trx)
}
