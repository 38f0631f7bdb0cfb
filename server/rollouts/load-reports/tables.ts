import type { SignalName, VitalName } from '@portico/protocol/discovery/load-report.ts'
import { type Kysely, sql } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Loads in both arms of a rollout, by browser family. Only ever incremented, so several servers can add. */
    load_count: LoadCounts & { family: string }
    /** The same by the path pattern of the page; empty: a page of another remote. */
    page_count: LoadCounts & { page: string }
    /** Visitors with a signal in both arms of a rollout. Only ever incremented. */
    signal_count: { rollout: string; signal: SignalName; canary: number; stable: number }
    /** How many values of a vital are in a bucket, in both arms of a rollout. Only ever incremented. */
    vital_count: { rollout: string; vital: VitalName; bucket: number; canary: number; stable: number }
    /** The networks that count in a rollout, each with its visitor. All are hashes, different in each rollout. */
    reporting_network: ReportingNetworkTable
    /** The errors of releases, each with how many visitors have had it in either arm. */
    release_error: ReleaseErrorTable
    /** Loads that browsers reported and that were not counted, by reason. */
    dropped_load: { rollout: string; reason: string; count: number }
  }
}

interface LoadCounts {
  rollout: string
  canary_loads: number
  canary_failures: number
  stable_loads: number
  stable_failures: number
  /** How many of the failures happened in a visitor's first page view since the share grew. */
  canary_first_failures: number
  stable_first_failures: number
}

/** Everything that limits what one network counts is in its row, so that rows can't grow in number. */
export interface ReportingNetworkTable {
  rollout: string
  network: string
  /** The only visitor whose loads count. */
  visitor: string
  canary_loads: number
  /** 1: a failure was counted, in either arm. */
  has_failed: number
  /** 1: a failure of the canary was counted. */
  canary_failed: number
  /** The canary's largest share at which a load was counted, in basis points. */
  share: number
  /** The nonce of the first page view at that share; empty: none yet. */
  first_view: string
  /** Start of the current day of this visitor, and the loads counted in it. */
  day_start: number
  day_loads: number
  /** Tokens that were used, as JSON: see `UsedTokensSchema`. */
  used: string
  /** The names of the signals that were counted, as JSON. */
  signals: string
  /** The fingerprints of the errors that were counted, as JSON. */
  errors: string
}

interface ReleaseErrorTable {
  remote: string
  /** `<version>-<hash8>` */
  release: string
  /** Such as `TypeError home.js:1:23`. */
  fingerprint: string
  /** Where it happened last; empty: unknown. */
  page: string
  /** Browser families, as JSON. */
  browsers: string
  canary: number
  stable: number
  first_seen: number
  last_seen: number
  /** The position in the sources, as JSON; null: nobody has looked yet. */
  source: string | null
}

const counts = ['canary_loads', 'canary_failures', 'stable_loads', 'stable_failures'] as const

/** Migrations of the load report tables. */
export const telemetryMigrations = {
  async 'beacon/0001-first'(db: Kysely<unknown>) {
    let metric = db.schema
      .createTable('metric')
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('bucket', 'bigint', (column) => column.notNull())
    for (const count of counts)
      metric = metric.addColumn(count, 'integer', (column) => column.notNull().defaultTo(0))
    await metric.addPrimaryKeyConstraint('metric_key', ['rollout', 'bucket']).execute()
    await db.schema
      .createTable('failing_network')
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('failing_network_key', ['rollout', 'network'])
      .execute()
    await db.schema
      .createTable('counted')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('counted_ends_at').on('counted').column('ends_at').execute()
  },
  async 'beacon/0002-networks-and-families'(db: Kysely<unknown>) {
    let loadCount = db.schema
      .createTable('load_count')
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('family', 'text', (column) => column.notNull())
    for (const count of counts)
      loadCount = loadCount.addColumn(count, 'integer', (column) => column.notNull().defaultTo(0))
    await loadCount.addPrimaryKeyConstraint('load_count_key', ['rollout', 'family']).execute()
    // Evidence from before browser families existed calls them `all`.
    await sql`insert into load_count (rollout, family, canary_loads, canary_failures, stable_loads, stable_failures)
      select rollout, 'all', sum(canary_loads), sum(canary_failures), sum(stable_loads), sum(stable_failures)
      from metric group by rollout`.execute(db)
    for (const table of ['metric', 'failing_network', 'counted']) await db.schema.dropTable(table).execute()
    await db.schema
      .createTable('reporting_network')
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('visitor', 'text', (column) => column.notNull())
      .addColumn('canary_loads', 'integer', (column) => column.notNull())
      .addColumn('has_failed', 'integer', (column) => column.notNull())
      .addColumn('canary_failed', 'integer', (column) => column.notNull())
      .addColumn('day_start', 'bigint', (column) => column.notNull())
      .addColumn('day_loads', 'integer', (column) => column.notNull())
      .addColumn('used', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('reporting_network_key', ['rollout', 'network'])
      .execute()
    await db.schema
      .createTable('dropped_load')
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('dropped_load_key', ['rollout', 'reason'])
      .execute()
  },
  async 'beacon/0003-first-loads'(db: Kysely<unknown>) {
    for (const count of ['canary_first_failures', 'stable_first_failures'])
      await db.schema
        .alterTable('load_count')
        .addColumn(count, 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    await db.schema
      .alterTable('reporting_network')
      .addColumn('share', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('reporting_network')
      .addColumn('first_view', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
  async 'beacon/0004-signals'(db: Kysely<unknown>) {
    await db.schema
      .alterTable('reporting_network')
      .addColumn('signals', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
    await db.schema
      .createTable('signal_count')
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('signal', 'text', (column) => column.notNull())
      .addColumn('canary', 'integer', (column) => column.notNull())
      .addColumn('stable', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('signal_count_key', ['rollout', 'signal'])
      .execute()
  },
  async 'beacon/0005-errors'(db: Kysely<unknown>) {
    await db.schema
      .alterTable('reporting_network')
      .addColumn('errors', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
    await db.schema
      .createTable('release_error')
      .addColumn('remote', 'text', (column) => column.notNull())
      .addColumn('release', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('browsers', 'text', (column) => column.notNull())
      .addColumn('canary', 'integer', (column) => column.notNull())
      .addColumn('stable', 'integer', (column) => column.notNull())
      .addColumn('first_seen', 'bigint', (column) => column.notNull())
      .addColumn('last_seen', 'bigint', (column) => column.notNull())
      .addColumn('source', 'text')
      .addPrimaryKeyConstraint('release_error_key', ['remote', 'release', 'fingerprint'])
      .execute()
  },
  async 'beacon/0005-vitals'(db: Kysely<unknown>) {
    await db.schema
      .createTable('vital_count')
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('vital', 'text', (column) => column.notNull())
      .addColumn('bucket', 'integer', (column) => column.notNull())
      .addColumn('canary', 'integer', (column) => column.notNull())
      .addColumn('stable', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('vital_count_key', ['rollout', 'vital', 'bucket'])
      .execute()
  },
  async 'beacon/0006-pages'(db: Kysely<unknown>) {
    let pageCount = db.schema
      .createTable('page_count')
      .addColumn('rollout', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
    for (const count of [...counts, 'canary_first_failures', 'stable_first_failures'])
      pageCount = pageCount.addColumn(count, 'integer', (column) => column.notNull())
    await pageCount.addPrimaryKeyConstraint('page_count_key', ['rollout', 'page']).execute()
  },
}
