import { type Migrations, toMigration } from '../../database/migrate.ts'

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

export const auditMigrations: Migrations = {
  'events/0001-first': toMigration(
    `create table event (
      seq integer primary key, at bigint not null, "by" text not null, what text not null, remote text,
      rollout text, before text not null, after text not null, reason text, revision integer,
      previous text not null, hash text not null)`,
  ),
  'events/0002-signatures': toMigration('alter table event add column signature text'),
  'events/0003-of-a-remote.additive': toMigration('create index event_remote on event (remote, seq)'),
}
