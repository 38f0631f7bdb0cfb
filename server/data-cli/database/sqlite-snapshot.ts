import { DatabaseSync } from 'node:sqlite'
import { batch, readTables } from './read-tables.ts'
import type { Snapshot } from './snapshot.ts'

const columns = `
  select t.name as table_name, c.name as column_name, c.type as data_type, nullif(c.pk, 0) as key
  from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite_%'`

const references = `
  select t.name as "from", r."table" as "to"
  from sqlite_schema t join pragma_foreign_key_list(t.name) r where t.type = 'table'`

/** A snapshot of a SQLite file: one read transaction, which in WAL mode neither waits for writers nor stops them. */
export async function openSqliteSnapshot(file: string): Promise<Snapshot> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  database.exec('begin') // it starts with the first read
  const source = {
    columns,
    references,
    byteOrder: '', // its own
    select: async (statement: string) => database.prepare(statement).all(),
    async *stream(statement: string) {
      let rows: unknown[] = []
      for (const row of database.prepare(statement).iterate()) {
        rows.push(row)
        if (rows.length < batch) continue
        yield rows
        rows = []
      }
      if (rows.length > 0) yield rows
    },
  }
  return { ...(await readTables(source)), close: async () => database.close() }
}
