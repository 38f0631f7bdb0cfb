import * as v from 'valibot'
import { type Row, type Snapshot, sortByReferences, type Table } from './snapshot.ts'

export const batch = 200

/** One transaction of a database, and how it describes its tables. */
export interface Source {
  /** Selects `table_name`, `column_name`, `data_type` and `key`, its place in the primary key or null, of every column. */
  readonly columns: string
  /** Selects the table of every reference, `from`, and the one that it refers to, `to`. */
  readonly references: string
  /** What makes a text sort in byte order, as in SQLite. */
  readonly byteOrder: string
  select(statement: string): Promise<readonly unknown[]>
  /** In batches. */
  stream(statement: string): AsyncGenerator<readonly unknown[]>
}

const ColumnSchema = v.object({
  table_name: v.string(),
  column_name: v.string(),
  data_type: v.string(),
  key: v.nullable(v.number()),
})
const ReferenceSchema = v.object({ from: v.string(), to: v.string() })
const NameSchema = v.object({ name: v.string() })

/** Reads the tables of a database. */
export async function readTables(source: Source): Promise<Omit<Snapshot, 'close'>> {
  const select = async <T>(schema: v.GenericSchema<unknown, T>, statement: string) =>
    (await source.select(statement)).map((row) => v.parse(schema, row))
  const columns = await select(ColumnSchema, source.columns)
  const references = await select(ReferenceSchema, source.references)
  const names = [...new Set(columns.map(({ table_name }) => table_name))]
  const tables = names.map((name) => ({
    name,
    columns: columns
      .filter(({ table_name }) => table_name === name)
      .map(({ column_name }) => column_name)
      .toSorted(),
    references: references.filter(({ from }) => from === name).map(({ to }) => to),
  }))
  const getOrder = ({ name }: Table) => {
    const own = columns.filter(({ table_name }) => table_name === name)
    const key = own.filter((column) => column.key !== null).toSorted((a, b) => (a.key ?? 0) - (b.key ?? 0))
    return (key.length > 0 ? key : own).map(
      ({ column_name, data_type }) => quote(column_name) + (data_type === 'text' ? source.byteOrder : ''),
    )
  }
  return {
    tables: sortByReferences(tables),
    migrations: names.includes('kysely_migration')
      ? (await select(NameSchema, 'select name from kysely_migration')).map(({ name }) => name).toSorted()
      : [],
    async *readRows(table) {
      const selected = table.columns.map(quote).join(', ')
      const statement = `select ${selected} from ${quote(table.name)} order by ${getOrder(table).join(', ')}`
      for await (const rows of source.stream(statement)) yield rows.map((row) => toRow(table, row))
    },
  }
}

const ValueSchema = v.union([
  v.string(),
  v.number(),
  v.null(),
  v.pipe(v.boolean(), v.transform(Number)),
  v.pipe(
    v.date(),
    v.transform((time) => time.toISOString()),
  ),
])
const RowSchema = v.record(v.string(), v.unknown())

function toRow({ name, columns }: Table, given: unknown): Row {
  const row = v.parse(RowSchema, given)
  const entries = columns.map((column) => {
    const value = v.safeParse(ValueSchema, row[column])
    if (value.success) return [column, value.output] as const
    throw new Error(
      `${name}.${column}: expected text, a number, a time or null, got ${JSON.stringify(row[column])}.`,
    )
  })
  return Object.fromEntries(entries)
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
