import { createHash } from 'node:crypto'

/** A value as both databases can store it: times are ISO 8601 text, booleans 0 or 1. */
type Value = string | number | null

/** One row; its columns are in alphabetical order, so that equal rows are equal text. */
export type Row = Readonly<Record<string, Value>>

/** A table with its columns in alphabetical order. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/** Every table at one moment, while the site keeps writing. */
export interface Snapshot {
  /** Names of the migrations that made these tables. */
  readonly migrations: readonly string[]
  /** A table comes after those that it refers to. */
  readonly tables: readonly Table[]
  /** The rows of a table in the order of its primary key, which is the same in both databases, in batches. */
  readRows(table: Table): AsyncGenerator<readonly Row[]>
  close(): Promise<void>
}

/** Uses a snapshot, then closes it. */
export async function useSnapshot<T>(
  opening: Promise<Snapshot>,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const snapshot = await opening
  return use(snapshot).finally(() => snapshot.close())
}

export interface TableSummary {
  readonly rows: number
  /** SHA-256 of its rows, each as a line of JSON; the same in both databases. */
  readonly sha256: string
}

// What a server knows about the moment: who holds a lock, and how often sessions have changed since it started.
const runtimeTables = new Set(['kysely_migration', 'kysely_migration_lock', 'lease', 'session_change'])
// Sessions and codes would let anyone with the archive in, even as a signed-out visitor; the rest has expired by then.
const shortLivedTables = new Set(['session', 'verification', 'call_limit', 'notification'])

/** The tables that are copied to another database. */
export function listTables({ tables }: Pick<Snapshot, 'tables'>): readonly Table[] {
  return tables.filter(({ name }) => !runtimeTables.has(name))
}

/** The tables that are in a backup. */
export function listBackupTables(snapshot: Pick<Snapshot, 'tables'>): readonly Table[] {
  return listTables(snapshot).filter(({ name }) => !shortLivedTables.has(name))
}

/** A row as a line of text. */
export function toLine(row: Row): string {
  return `${JSON.stringify(row)}\n`
}

/** Counts and hashes rows. */
export function createSummary() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(lines: readonly string[]) {
      for (const line of lines) hash.update(line)
      rows += lines.length
    },
    get: (): TableSummary => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Counts and hashes every row of a table. */
export async function summarizeTable(
  snapshot: Pick<Snapshot, 'readRows'>,
  table: Table,
): Promise<TableSummary> {
  const summary = createSummary()
  for await (const rows of snapshot.readRows(table)) summary.add(rows.map(toLine))
  return summary.get()
}

/** Whether a database has nothing to lose. */
export async function isEmpty(snapshot: Snapshot): Promise<boolean> {
  for (const table of listTables(snapshot))
    for await (const rows of snapshot.readRows(table)) if (rows.length > 0) return false
  return true
}

interface Referring {
  readonly name: string
  readonly references: readonly string[]
}

/** Sorts tables so that each comes after those that it refers to; otherwise by name. */
export function sortByReferences<T extends Referring>(tables: readonly T[]): T[] {
  const sorted: T[] = []
  const visit = (table: T) => {
    if (sorted.includes(table)) return
    for (const name of table.references) {
      const referenced = tables.find((other) => other.name === name)
      if (referenced !== undefined && referenced !== table) visit(referenced)
    }
    sorted.push(table)
  }
  for (const table of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) visit(table)
  return sorted
}
