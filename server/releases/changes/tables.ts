import type { Kysely } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** The audit log: append-only, each row holds the hash of the previous one and a signature. `before` and `after` are JSON. */
    event: {
      seq: number
      at: number
      by: string
      what: string
      remote: string | null
      rollout: string | null
      before: string
      after: string
      reason: string | null
      revision: number | null
      previous: string
      hash: string
      /** null: from the time before signatures. */
      signature: string | null
    }
  }
}

/** Migrations of the audit log tables. */
export const auditMigrations = {
  'events/0001-first': (db: Kysely<unknown>) =>
    db.schema
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
      .execute(),
  'events/0002-signatures': (db: Kysely<unknown>) =>
    db.schema.alterTable('event').addColumn('signature', 'text').execute(),
  'events/0003-of-a-remote': (db: Kysely<unknown>) =>
    db.schema.createIndex('event_remote').on('event').columns(['remote', 'seq']).execute(),
}
