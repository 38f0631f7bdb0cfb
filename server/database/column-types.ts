import { type Kysely, PostgresAdapter } from 'kysely'

/** Column types that the two databases name differently. */
export interface ColumnTypes {
  readonly boolean: 'boolean' | 'integer'
  /** A point in time, stored as ISO 8601 text in SQLite. */
  readonly time: 'timestamptz' | 'date'
}

/** The column types of the database that a migration runs in. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely hands a migration its database with this type
export function getColumnTypes(db: Kysely<any>): ColumnTypes {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? { boolean: 'boolean', time: 'timestamptz' }
    : { boolean: 'integer', time: 'date' }
}
