import { sql } from 'kysely'
import { type Migrations, migrate } from '../../database/migrate.ts'
import type { Db } from '../../database/tables.ts'
import { migrations } from '../../migrations.ts'
import { planeMigrations } from '../../plane-migrations.ts'
import { DataError } from '../data-error.ts'
import {
  createSummary,
  type Row,
  type Snapshot,
  summarizeTable,
  type Table,
  type TableSummary,
  toLine,
} from './snapshot.ts'

/** Creates the tables that these migrations make. Throws a DataError if this code doesn't know one of them. */
export async function createTables(db: Db, names: readonly string[]): Promise<void> {
  const known: Record<string, Migrations[string]> = {}
  for (const name of names) {
    const migration = migrations[name] ?? planeMigrations[name]
    if (migration === undefined)
      throw new DataError(
        `The data was written by a newer version: this one doesn't know the migration ${name}. Update the code and try again.`,
      )
    known[name] = migration
  }
  await migrate(db, known)
}

/** Migrates tables to the latest version of the site, or of the rollout plane alone. */
export async function migrateToLatest(db: Db): Promise<void> {
  const { rows } = await sql`select name from kysely_migration where name like 'account/%'`.execute(db)
  await migrate(db, rows.length > 0 ? migrations : planeMigrations)
}

/** Inserts rows into a table. */
export async function insertRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const columns = table.columns.map((column) => sql.id(column))
  const values = rows.map((row) => sql`(${sql.join(table.columns.map((column) => row[column] ?? null))})`)
  await sql`insert into ${sql.table(table.name)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(
    db,
  )
}

/** Copies tables from a snapshot. Returns what each of them had. */
export async function copyTables(
  from: Snapshot,
  tables: readonly Table[],
  to: Db,
): Promise<ReadonlyMap<string, TableSummary>> {
  const summaries = new Map<string, TableSummary>()
  for (const table of tables) {
    const summary = createSummary()
    for await (const rows of from.readRows(table)) {
      await insertRows(to, table, rows)
      summary.add(rows.map(toLine))
    }
    summaries.set(table.name, summary.get())
  }
  return summaries
}

/** Throws if a table differs from what was copied into it. */
export async function requireEqual(
  copy: Pick<Snapshot, 'readRows' | 'tables'>,
  expected: ReadonlyMap<string, TableSummary>,
): Promise<void> {
  for (const [name, { rows, sha256 }] of expected) {
    const table = copy.tables.find((candidate) => candidate.name === name)
    const actual = table && (await summarizeTable(copy, table))
    if (actual?.sha256 !== sha256)
      throw new DataError(
        `The copy of the table ${name} differs: expected ${rows} rows with the hash ${sha256}, got ${actual?.rows ?? 'no table'} with ${actual?.sha256}. Nothing was changed. Try again; if it happens again, report it.`,
      )
  }
}
