import { type Kysely, sql } from 'kysely'
import { type Migrations, toMigration } from '../../database/migrate.ts'
import { renameJsonKeys } from '../../database/rename-json-keys.ts'
import { widenEvidence } from './widen-evidence.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Which releases of a remote visitors get. */
    remote: RemoteTable
    rollout: RolloutTable
    /** What rollouts had counted at times that are further apart in a long one; `body` is a `HistoryPoint` as JSON. */
    rollout_point: { rollout: string; at: number; body: string }
    /** Locks that one server holds at a time. */
    lease: { name: string; holder: string; until: number }
  }
}

interface RemoteTable {
  name: string
  team: string
  /** Ids of releases are `<version>-<hash8>`. */
  stable: string | null
  fallback: string | null
  /** Why it is turned off; null: it is on. */
  off: string | null
  /** Why no rollout of it may start or advance; null: it isn't frozen. */
  frozen: string | null
  /** Id of its latest rollout. */
  rollout: string | null
}

/** A rollout; `state` is a `RolloutState` as JSON. */
export interface RolloutTable {
  id: string
  remote: string
  status: string
  state: string
  started_at: number
  changed_at: number
  started_by: string
}

export const rolloutMigrations: Migrations = {
  'rollouts/0001-first': toMigration(
    `create table remote (
      name text primary key, team text not null, stable text, fallback text, off text, frozen text, rollout text)`,
    `create table rollout (
      id text primary key, remote text not null, status text not null, state text not null,
      started_at bigint not null, changed_at bigint not null, started_by text not null)`,
    'create index rollout_status on rollout (status)',
  ),
  'rollouts/0002-lease': toMigration(
    'create table lease (name text primary key, holder text not null, until bigint not null)',
  ),
  'rollouts/0003-standard-names': (db) =>
    changeStates(db, (state) => renameJsonKeys(state, { stretchFrom: 'windowStart' })),
  'rollouts/0004-small-ratios': (db) => changeStates(db, widenEvidence),
  'rollouts/0005-points.additive': toMigration(
    `create table rollout_point (
      rollout text not null, at bigint not null, body text not null,
      constraint rollout_point_key primary key (rollout, at))`,
  ),
  // Every shell went to everyone as it was published.
  'rollouts/0006-shells': toMigration(
    `update release set stable_at = published_at where app = 'shell' and stable_at is null`,
  ),
}

async function changeStates(db: Kysely<unknown>, change: (state: string) => string): Promise<void> {
  const { rows } = await sql<{ id: string; state: string }>`select id, state from rollout`.execute(db)
  for (const { id, state } of rows)
    await sql`update rollout set state = ${change(state)} where id = ${id}`.execute(db)
}
