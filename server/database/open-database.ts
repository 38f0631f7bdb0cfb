import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Configuration } from '../configuration/configuration.ts'
import { createDataFolder, DataFolderError } from '../configuration/create-data-folder.ts'
import { OperatorError } from '../configuration/operator-error.ts'
import type { Database, OpenOptions } from './database.ts'
import { measureQueries } from './metrics.ts'
import { type Migrations, migrate, NewerDatabaseError } from './migrate.ts'
import { createSqliteDialect } from './node-sqlite-dialect.ts'
import { openPostgres } from './open-postgres.ts'
import type { Tables } from './tables.ts'
import { createWriteState } from './write-state.ts'

export const sqliteFileName = 'portico.sqlite'

/**
 * Opens PostgreSQL if `databaseUrl` is set, otherwise the SQLite file in the data folder, and migrates it; two processes
 * may do so at the same time. Throws an OperatorError or a DataFolderError that says what to do.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Configuration, 'databaseUrl' | 'dataDir'>,
  migrations: Migrations,
  options: OpenOptions = {},
): Promise<Database> {
  try {
    return await (databaseUrl === null
      ? openSqlite(dataDir, migrations)
      : openPostgres(databaseUrl, migrations, options))
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause
    if (cause instanceof NewerDatabaseError)
      throw new OperatorError(`The database can't be opened: ${cause.message}`, { cause })
    const advice = getAdvice(databaseUrl === null ? 'sqlite' : 'postgres', dataDir)
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new OperatorError(`The database can't be opened: ${reason}. ${advice}`, { cause })
  }
}

async function openSqlite(dataDir: string, migrations: Migrations): Promise<Database> {
  createDataFolder(dataDir)
  const file = join(dataDir, sqliteFileName)
  closeSync(openSync(file, 'a', 0o600)) // it holds addresses and hashes; SQLite would make it readable for everyone
  const writes = createWriteState()
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(file), log: measureQueries(writes.observe) })
  try {
    await migrate(db, migrations)
  } catch (cause) {
    await db.destroy()
    throw cause
  }
  return {
    db,
    kind: 'sqlite',
    isUnavailable: () => false,
    getWriteFailure: writes.getFailure,
    getPool: () => null,
    onceAvailable: (task) => task(),
    close: () => db.destroy(),
  }
}

function getAdvice(kind: Database['kind'], dataDir: string): string {
  return kind === 'sqlite'
    ? `Check that ${join(dataDir, sqliteFileName)} is writable, and that the disk isn't full.`
    : 'Check that the server in DATABASE_URL is running, and that user and password are correct.'
}
