import { createPostgresPool } from '../../database/postgres-pool.ts'
import { DataError } from '../data-error.ts'
import { batch, readTables } from './read-tables.ts'
import type { Snapshot } from './snapshot.ts'

type Query = (statement: string) => Promise<readonly unknown[]>

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

const columns = `
  select c.table_name, c.column_name, c.data_type, array_position(i.indkey::int2[], a.attnum) as key
  from information_schema.columns c
  join pg_class t on t.relname = c.table_name and t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
  join pg_attribute a on a.attrelid = t.oid and a.attname = c.column_name
  left join pg_index i on i.indrelid = t.oid and i.indisprimary
  where c.table_schema = current_schema()`

const references = `
  select t.relname as from, r.relname as to from pg_constraint f
  join pg_class t on t.oid = f.conrelid join pg_class r on r.oid = f.confrelid
  where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`

/** The tables in the transaction of `query`. */
export function readPostgres(query: Query): Promise<Omit<Snapshot, 'close'>> {
  return readTables({
    columns,
    references,
    byteOrder: ' collate "C"', // regardless of the database's collation
    select: query,
    async *stream(statement) {
      await query(`declare snapshot_rows no scroll cursor for ${statement}`)
      try {
        for (;;) {
          const rows = await query(`fetch ${batch} from snapshot_rows`)
          if (rows.length === 0) return
          yield rows
        }
      } finally {
        await query('close snapshot_rows')
      }
    },
  })
}
