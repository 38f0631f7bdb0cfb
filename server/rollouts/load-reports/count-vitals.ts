import type { VitalName } from '@portico/protocol/discovery/load-report.ts'
import { getVitalBucket } from '@portico/protocol/rollout/vitals.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { ReportedLoad } from './get-reported-loads.ts'

/** A visitor's first value in a rollout. */
export interface CountedVital extends Pick<ReportedLoad, 'rollout' | 'arm'> {
  readonly name: VitalName
  readonly value: number
}

/** Adds values to the histograms of their rollouts. */
export async function addVitalCounts(trx: Kysely<Tables>, counted: readonly CountedVital[]): Promise<void> {
  const rows = new Map<string, Tables['vital_count']>()
  for (const { rollout, name: vital, value, arm } of counted) {
    const bucket = getVitalBucket(vital, value, arm)
    const key = `${rollout} ${vital} ${String(bucket).padStart(2, '0')}`
    const row = rows.get(key) ?? { rollout, vital, bucket, canary: 0, stable: 0 }
    row[arm] += 1
    rows.set(key, row)
  }
  if (rows.size === 0) return
  // In the same order everywhere, so that two servers never deadlock.
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await trx
    .insertInto('vital_count')
    .values(sorted)
    .onConflict((conflict) =>
      conflict.columns(['rollout', 'vital', 'bucket']).doUpdateSet({
        canary: sql`vital_count.canary + excluded.canary`,
        stable: sql`vital_count.stable + excluded.stable`,
      }),
    )
    .execute()
}
