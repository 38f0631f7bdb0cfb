import { type Migrations, toMigration } from '../../database/migrate.ts'

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

export const notificationMigrations: Migrations = {
  'notifications/0001-first': toMigration(
    `create table notification (
      id text not null, channel text not null, body text not null, created_at bigint not null,
      next_attempt_at bigint not null, attempts integer not null,
      constraint notification_key primary key (id, channel))`,
    'create index notification_due on notification (channel, next_attempt_at)',
  ),
  'notifications/0002-events-of-a-rollout': toMigration('create index event_rollout on event (rollout, seq)'),
  'notifications/0003-deliveries.additive': toMigration(
    'create table delivery (channel text primary key, at bigint not null)',
  ),
}
