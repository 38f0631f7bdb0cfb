import type { Kysely } from 'kysely'

/** Makes the tables of staging. */
export const rolloutMigrations = {
  'rollouts/0001-first': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('remote')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('team', 'text', (column) => column.notNull())
        .addColumn('stable', 'text')
        .addColumn('fallback', 'text')
        .addColumn('off', 'text')
        .addColumn('frozen', 'text')
        .addColumn('rollout', 'text')
        .execute()
      await db.schema
        .createTable('rollout')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('remote', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addColumn('started_by', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('rollout_status').on('rollout').column('status').execute()
    },
  },
  'rollouts/0002-lease': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('lease')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
