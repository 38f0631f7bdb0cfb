import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { type Row, type Snapshot, sortByReferences, type Table } from './snapshot.ts'

const batch = 200
const NameSchema = v.object({ name: v.string() })
const ColumnSchema = v.object({ name: v.string(), pk: v.number() })
const ReferenceSchema = v.object({ table: v.string() })
const ValueSchema = v.union([v.string(), v.number(), v.null()])

interface SqliteTable extends Table {
  readonly key: readonly string[]
  readonly references: readonly string[]
}

/** A snapshot of a SQLite file: one read transaction, which in WAL mode neither waits for writers nor stops them. */
export function openSqliteSnapshot(file: string): Snapshot {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  const select = <T>(schema: v.GenericSchema<unknown, T>, statement: string) =>
    database
      .prepare(statement)
      .all()
      .map((row) => v.parse(schema, row))
  database.exec('begin')
  // The transaction starts with the first read.
  const names = select(
    NameSchema,
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  )
  const tables = sortByReferences(names.map(({ name }) => describeTable(select, name)))
  const hasMigrations = names.some(({ name }) => name === 'kysely_migration')
  return {
    tables,
    migrations: hasMigrations
      ? select(NameSchema, 'select name from kysely_migration order by name').map(({ name }) => name)
      : [],
    async *readRows(table) {
      const { key } = tables.find(({ name }) => name === table.name) ?? { key: [] }
      const order = key.length > 0 ? key : table.columns
      const rows = database
        .prepare(`select ${list(table.columns)} from ${quote(table.name)} order by ${list(order)}`)
        .iterate()
      let found: Row[] = []
      for (const row of rows) {
        found.push(toRow(table, row))
        if (found.length < batch) continue
        yield found
        found = []
      }
      if (found.length > 0) yield found
    },
    close: async () => database.close(),
  }
}

type Select = <T>(schema: v.GenericSchema<unknown, T>, statement: string) => T[]

function describeTable(select: Select, name: string): SqliteTable {
  const columns = select(ColumnSchema, `pragma table_info(${quote(name)})`)
  return {
    name,
    columns: columns.map((column) => column.name).toSorted(),
    key: columns
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    references: select(ReferenceSchema, `pragma foreign_key_list(${quote(name)})`).map(({ table }) => table),
  }
}

function toRow({ name, columns }: Table, row: Record<string, unknown>): Row {
  const entries = columns.map((column) => {
    const value = v.safeParse(ValueSchema, row[column])
    if (value.success) return [column, value.output] as const
    throw new Error(`${name}.${column}: expected text, a number or null, got ${typeof row[column]}.`)
  })
  return Object.fromEntries(entries)
}

function list(names: readonly string[]): string {
  return names.map(quote).join(', ')
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
