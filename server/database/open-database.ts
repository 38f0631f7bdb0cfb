import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Configuration } from '../configuration.ts'
import { migrations } from './migrations.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Tables } from './tables.ts'

const fileName = 'portico.sqlite'

/** An open database with every table at its newest shape. */
export interface Database {
  readonly db: Kysely<Tables>
  readonly kind: 'sqlite' | 'postgres'
  close(): Promise<void>
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
  onError: (error: Error) => void = () => {},
): Promise<Database> {
  const kind = databaseUrl === null ? 'sqlite' : 'postgres'
  let db: Kysely<Tables> | null = null
  try {
    const dialect = databaseUrl === null ? openFile(dataDir) : postgresDialect(databaseUrl, onError)
    const opened = new Kysely<Tables>({ dialect })
    db = opened
    await migrate(opened)
    return { db: opened, kind, close: () => opened.destroy() }
  } catch (cause) {
    await db?.destroy()
    throw new DatabaseError(adviceOn(kind, dataDir, cause), { cause })
  }
}

function openFile(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, fileName)
  closeSync(openSync(file, 'a', 0o600)) // it holds addresses and hashes; SQLite would let everybody read it
  return nodeSqliteDialect(file)
}

async function migrate(db: Kysely<Tables>): Promise<void> {
  // Unordered: each feature numbers its own migrations.
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  if (error) throw error
}

function adviceOn(kind: Database['kind'], dataDir: string, cause: unknown): string {
  const why = cause instanceof Error ? cause.message || cause.name : String(cause)
  const advice =
    kind === 'sqlite'
      ? `Is ${join(dataDir, fileName)} writable, is the disk full, was it made by a newer version?`
      : 'Is the server of DATABASE_URL running, are its name and password right, was it used by a newer version?'
  return `The database cannot be opened: ${why}. ${advice}`
}
