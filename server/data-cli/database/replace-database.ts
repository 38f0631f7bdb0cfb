import type { DataLocation } from './data-location.ts'
import { copyTables, createTables, migrateToLatest, requireEqual } from './import-tables.ts'
import { replacePostgres } from './postgres-copy.ts'
import { listTables, type Snapshot, useSnapshot } from './snapshot.ts'
import { createSqliteCopy, replaceSqlite, type SqliteCopy } from './sqlite-copy.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'

/** Copies every table of a snapshot into a new SQLite database in `folder`. */
export async function copyToSqlite(from: Snapshot, folder: string): Promise<SqliteCopy> {
  const copy = await createSqliteCopy(folder)
  try {
    await createTables(copy.db, from.migrations)
    const copied = await copy.db.transaction().execute((trx) => copyTables(from, listTables(from), trx))
    await useSnapshot(openSqliteSnapshot(copy.file), (written) => requireEqual(written, copied))
    await migrateToLatest(copy.db)
    return copy
  } catch (cause) {
    await copy.discard()
    throw cause
  }
}

/** Replaces the database of `location` with a snapshot, in one step. */
export async function replaceDatabase(
  from: Snapshot,
  { databaseUrl, dataDir }: Pick<DataLocation, 'databaseUrl' | 'dataDir'>,
): Promise<void> {
  if (databaseUrl !== null) return replacePostgres(from, databaseUrl)
  const copy = await copyToSqlite(from, dataDir)
  try {
    await copy.finish()
    await replaceSqlite(copy, dataDir)
  } finally {
    await copy.discard()
  }
}
