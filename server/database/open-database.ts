import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Configuration } from '../configuration/configuration.ts'
import { migrate } from './migrate.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { openPostgres } from './open-postgres.ts'
import type { Tables } from './tables.ts'

const fileName = 'portico.sqlite'

/** An open database with every table at its newest shape. */
export interface Database {
  readonly db: Kysely<Tables>
  readonly kind: 'sqlite' | 'postgres'
  /** Whether it could not be reached when it was last asked. */
  isAway(): boolean
  /** Does what a start does with the database: now, or, where it is away, once it is there. */
  whenThere(task: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** How to open it. */
export interface OpenOptions {
  /** Hears of connections that broke, and when the database goes away. */
  readonly onError?: (error: unknown) => void
  /** Hears when it is back. */
  readonly onReturn?: () => void
  /** PostgreSQL that cannot be reached is opened all the same. */
  readonly mayBeAway?: boolean
}

/** The database cannot be opened or brought to its newest shape. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/**
 * Opens PostgreSQL where `databaseUrl` is set, else the SQLite file in the data folder, and migrates it; two processes
 * may do so at once. Throws a DatabaseError that says what to do.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Configuration, 'databaseUrl' | 'dataDir'>,
  options: OpenOptions = {},
): Promise<Database> {
  try {
    return await (databaseUrl === null ? openSqlite(dataDir) : openPostgres(databaseUrl, options))
  } catch (cause) {
    throw new DatabaseError(adviceOn(databaseUrl === null ? 'sqlite' : 'postgres', dataDir, cause), { cause })
  }
}

async function openSqlite(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, fileName)
  closeSync(openSync(file, 'a', 0o600)) // it holds addresses and hashes; SQLite would let everybody read it
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) })
  try {
    await migrate(db)
  } catch (cause) {
    await db.destroy()
    throw cause
  }
  return { db, kind: 'sqlite', isAway: () => false, whenThere: (task) => task(), close: () => db.destroy() }
}

function adviceOn(kind: Database['kind'], dataDir: string, cause: unknown): string {
  const why = cause instanceof Error ? cause.message || cause.name : String(cause)
  const advice =
    kind === 'sqlite'
      ? `Is ${join(dataDir, fileName)} writable, is the disk full, was it made by a newer version?`
      : 'Is the server of DATABASE_URL running, are its name and password right, was it used by a newer version?'
  return `The database cannot be opened: ${why}. ${advice}`
}
