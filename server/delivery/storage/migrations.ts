import type { Kysely } from 'kysely'

/** Makes the tables of released things. */
export const releaseMigrations = {
  'releases/0001-first': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('release')
        .addColumn('app', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull())
        .addColumn('published_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('release_key', ['app', 'id'])
        .execute()
      await db.schema
        .createTable('document')
        .addColumn('revision', 'integer', (column) => column.primaryKey())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  'releases/0002-by-whom': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('release')
        .addColumn('published_by', 'text', (column) => column.notNull().defaultTo('start'))
        .execute()
      await db.schema.alterTable('release').addColumn('quarantined', 'text').execute()
    },
  },
  'releases/0003-collected': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('release').addColumn('collected_at', 'bigint').execute()
    },
  },
}
