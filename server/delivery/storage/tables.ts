import type { Generated, Kysely } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** One immutable release of the shell or a remote. */
    release: ReleaseTable
  }
}

interface ReleaseTable {
  /** `shell`, or the name of a remote. */
  app: string
  /** `<version>-<hash8>` */
  id: string
  /** Its `release.json`. */
  record: string
  published_at: number
  /** Name of the token; `start` for what the site published at startup. */
  published_by: Generated<string>
  /** Why it was rolled back; null: it wasn't. */
  quarantined: string | null
  /** When its files were removed; null: they are stored. */
  collected_at: number | null
}

/** Migrations of the release tables. */
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
