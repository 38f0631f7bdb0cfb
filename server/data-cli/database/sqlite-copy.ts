import { closeSync, openSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { createDataFolder, DataFolderError } from '../../configuration/create-data-folder.ts'
import { isDiskFull } from '../../database/disk-full.ts'
import { createSqliteDialect } from '../../database/node-sqlite-dialect.ts'
import { sqliteFileName } from '../../database/open-database.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { getTemporaryPath } from '../../releases/storage/temporary-path.ts'
import { DataError } from '../data-error.ts'

/** A new SQLite database at a temporary path. */
export interface SqliteCopy {
  readonly file: string
  readonly db: Db
  /** Closes it, with everything in one file. */
  finish(): Promise<void>
  /** Removes it; does nothing once it was moved. */
  discard(): Promise<void>
}

/**
 * Creates an empty SQLite database in `folder`. It accepts references to missing rows, which a check then lists. Throws a
 * DataFolderError if the folder can't be created or written to.
 */
export async function createSqliteCopy(folder: string): Promise<SqliteCopy> {
  createDataFolder(folder)
  const file = getTemporaryPath(join(folder, sqliteFileName)) // a start removes what a killed process has left
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (cause) {
    throw isDiskFull(cause) ? cause : new DataFolderError(folder, cause)
  }
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(file, { isSynced: false }) })
  await sql`pragma foreign_keys = off`.execute(db)
  let isOpen = true
  const close = async () => {
    if (isOpen) await db.destroy()
    isOpen = false
  }
  await sql`pragma synchronous = off`.execute(db)
  return {
    file,
    db,
    async finish() {
      await sql`pragma journal_mode = delete`.execute(db)
      await close()
      const handle = await open(file, 'r+')
      await handle.sync().finally(() => handle.close())
    },
    async discard() {
      await close()
      for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
    },
  }
}

/** Replaces the site's database with a finished copy, in one step. Throws a DataError if a server uses that. */
export async function replaceSqlite(copy: SqliteCopy, dataDir: string): Promise<void> {
  const file = join(dataDir, sqliteFileName)
  closeExisting(file)
  await rename(copy.file, file)
  await syncFolder(dataDir)
}

/** Ensures that what was renamed in a folder stays renamed after a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

// Leaving the WAL mode requires that no process has the file open, and removes the files next to it, which must not be
// applied to another database.
function closeExisting(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  const existing = new DatabaseSync(file, { timeout: 1_000 })
  try {
    existing.exec('pragma journal_mode = delete')
  } catch (cause) {
    throw new DataError(`${file} is in use. Stop the server and try again; nothing was changed.`, { cause })
  } finally {
    existing.close()
  }
}
