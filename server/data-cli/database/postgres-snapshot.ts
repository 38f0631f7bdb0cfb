import * as v from 'valibot'
import { createPostgresPool } from '../../database/postgres-pool.ts'
import { DataError } from '../data-error.ts'
import { type Row, type Snapshot, sortByReferences, type Table } from './snapshot.ts'

const batch = 200

/** Runs a statement on one connection. */
export type Query = (statement: string) => Promise<readonly unknown[]>

const ColumnSchema = v.object({
  table_name: v.string(),
  column_name: v.string(),
  data_type: v.string(),
  key: v.nullable(v.number()),
})
const ReferenceSchema = v.object({ from: v.string(), to: v.string() })
const NameSchema = v.object({ name: v.string() })

/** A snapshot of a PostgreSQL database: one repeatable-read transaction. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const pool = createPostgresPool(url, () => {}) // the query that runs reports it
  const client = await pool.connect().catch((cause) => {
    throw new DataError(
      `PostgreSQL can't be reached: ${cause instanceof Error ? cause.message : cause}. Check the URL, and that the server is running.`,
      { cause },
    )
  })
  const close = async () => {
    client.release(true)
    await pool.end()
  }
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const query: Query = async (statement) => (await client.query<Record<string, unknown>>(statement)).rows
    return { ...(await readPostgres(query)), close }
  } catch (cause) {
    await close()
    throw cause
  }
}

/** The tables in the transaction of `query`. */
export async function readPostgres(query: Query): Promise<Omit<Snapshot, 'close'>> {
  const select = async <T>(schema: v.GenericSchema<unknown, T>, statement: string) =>
    (await query(statement)).map((row) => v.parse(schema, row))
  const columns = await select(ColumnSchema, columnsStatement)
  const references = await select(ReferenceSchema, referencesStatement)
  const names = [...new Set(columns.map(({ table_name }) => table_name))]
  const tables = sortByReferences(
    names.map((name) => ({
      name,
      columns: columns
        .filter((column) => column.table_name === name)
        .map(({ column_name }) => column_name)
        .toSorted(),
      references: references.filter(({ from }) => from === name).map(({ to }) => to),
    })),
  )
  const getOrder = ({ name }: Table) => {
    const own = columns.filter(({ table_name }) => table_name === name)
    const key = own.filter((column) => column.key !== null).toSorted((a, b) => (a.key ?? 0) - (b.key ?? 0))
    return (key.length > 0 ? key : own).map(
      // In byte order, as in SQLite, regardless of the database's collation.
      ({ column_name, data_type }) => quote(column_name) + (data_type === 'text' ? ' collate "C"' : ''),
    )
  }
  return {
    tables,
    migrations: names.includes('kysely_migration')
      ? (await select(NameSchema, 'select name from kysely_migration')).map(({ name }) => name).toSorted()
      : [],
    async *readRows(table) {
      const selected = table.columns.map(quote).join(', ')
      await query(
        `declare snapshot_rows no scroll cursor for select ${selected} from ${quote(table.name)} order by ${getOrder(table).join(', ')}`,
      )
      try {
        for (;;) {
          const rows = await query(`fetch ${batch} from snapshot_rows`)
          if (rows.length === 0) return
          yield rows.map((row) => toRow(table, row))
        }
      } finally {
        await query('close snapshot_rows')
      }
    },
  }
}

const columnsStatement = `
  select c.table_name, c.column_name, c.data_type, array_position(i.indkey::int2[], a.attnum) as key
  from information_schema.columns c
  join pg_class t on t.relname = c.table_name and t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
  join pg_attribute a on a.attrelid = t.oid and a.attname = c.column_name
  left join pg_index i on i.indrelid = t.oid and i.indisprimary
  where c.table_schema = current_schema()`

const referencesStatement = `
  select t.relname as from, r.relname as to from pg_constraint f
  join pg_class t on t.oid = f.conrelid join pg_class r on r.oid = f.confrelid
  where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`

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
