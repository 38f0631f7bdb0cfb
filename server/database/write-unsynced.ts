import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './database.ts'

const storage = new AsyncLocalStorage<boolean>()

/**
 * Writes data that a power failure may undo: nothing waits until it is on SQLite's disk. PostgreSQL syncs in processes of its
 * own.
 */
export function writeUnsynced<T>(
  { db }: Pick<Database, 'db'>,
  write: (db: Database['db']) => Promise<T>,
): Promise<T> {
  return storage.run(true, () => write(db))
}

/** Whether `writeUnsynced` has called what is running now. */
export function isUnsynced(): boolean {
  return storage.getStore() === true
}
