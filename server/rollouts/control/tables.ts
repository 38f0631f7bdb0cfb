import { type Kysely, sql } from 'kysely'
import { renameJsonKeys } from '../../database/rename-json-keys.ts'
import { widenEvidence } from './widen-evidence.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Which releases of a remote visitors get. */
    remote: RemoteTable
    rollout: RolloutTable
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

/** Migrations of the rollout tables. */
export const rolloutMigrations = {
  async 'rollouts/0001-first'(db: Kysely<unknown>) {
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
  'rollouts/0002-lease': (db: Kysely<unknown>) =>
    db.schema
      .createTable('lease')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute(),
  'rollouts/0003-standard-names': (db: Kysely<unknown>) =>
    changeStates(db, (state) => renameJsonKeys(state, { stretchFrom: 'windowStart' })),
  'rollouts/0004-small-ratios': (db: Kysely<unknown>) => changeStates(db, widenEvidence),
  // Every shell went to everyone as it was published.
  async 'rollouts/0005-shells'(db: Kysely<unknown>) {
    await sql`update release set stable_at = published_at where app = 'shell' and stable_at is null`.execute(
      db,
    )
  },
}

async function changeStates(db: Kysely<unknown>, change: (state: string) => string): Promise<void> {
  const { rows } = await sql<{ id: string; state: string }>`select id, state from rollout`.execute(db)
  for (const { id, state } of rows)
    await sql`update rollout set state = ${change(state)} where id = ${id}`.execute(db)
}
