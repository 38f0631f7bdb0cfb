import type { Kysely } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Loads in both arms of a rollout, in buckets of ten seconds. Only ever incremented, so several servers can add. */
    metric: MetricTable
    /** Hashed networks from which the canary of a rollout has failed to load. */
    failing_network: { rollout: string; network: string }
    /** Rate limit counters valid until `ends_at`; their keys identify no visitor. */
    counted: { key: string; count: number; ends_at: number }
  }
}

interface MetricTable {
  rollout: string
  /** Start of the ten seconds. */
  bucket: number
  canary_loads: number
  canary_failures: number
  stable_loads: number
  stable_failures: number
}

const counts = ['canary_loads', 'canary_failures', 'stable_loads', 'stable_failures'] as const

/** Migrations of the load report tables. */
export const telemetryMigrations = {
  'beacon/0001-first': {
    async up(db: Kysely<unknown>) {
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
  },
}
