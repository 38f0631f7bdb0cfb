import type { Kysely } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Notifications that are waiting for delivery, one row for each channel. */
    notification: NotificationTable
    /** When each channel last accepted a notification. */
    delivery: { channel: string; at: number }
  }
}

interface NotificationTable {
  /** The same for every channel and every attempt. */
  id: string
  channel: string
  /** A `Notification` as JSON. */
  body: string
  created_at: number
  /** A server that attempts a delivery moves it into the future, so that no other one does; after a crash it is due again. */
  next_attempt_at: number
  attempts: number
}

/** Migrations of the notification tables. */
export const notificationMigrations = {
  async 'notifications/0001-first'(db: Kysely<unknown>) {
    await db.schema
      .createTable('notification')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('notification_key', ['id', 'channel'])
      .execute()
    await db.schema
      .createIndex('notification_due')
      .on('notification')
      .columns(['channel', 'next_attempt_at'])
      .execute()
  },
  'notifications/0002-events-of-a-rollout': (db: Kysely<unknown>) =>
    db.schema.createIndex('event_rollout').on('event').columns(['rollout', 'seq']).execute(),
  'notifications/0003-deliveries': (db: Kysely<unknown>) =>
    db.schema
      .createTable('delivery')
      .addColumn('channel', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute(),
}
