import type { Kysely } from 'kysely'

/** Makes the table of events. */
export const eventMigrations = {
  'events/0001-first': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('event')
        .addColumn('seq', 'integer', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('by', 'text', (column) => column.notNull())
        .addColumn('what', 'text', (column) => column.notNull())
        .addColumn('remote', 'text')
        .addColumn('rollout', 'text')
        .addColumn('before', 'text', (column) => column.notNull())
        .addColumn('after', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('revision', 'integer')
        .addColumn('previous', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .execute()
    },
  },
}
