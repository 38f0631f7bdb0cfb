import type { Kysely } from 'kysely'

/** Makes the table of tokens. */
export const tokenMigrations = {
  'tokens/0001-first': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('token')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('last_used_at', 'bigint')
        .execute()
    },
  },
}
