import { getVitalBucket } from '@portico/protocol/rollout/vitals.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import type { ReportedLoad } from './get-reported-loads.ts'

/** Adds visitors with a signal, and the first values of visitors to the histograms of their rollouts. */
export async function countSignals(trx: Db, counted: readonly ReportedLoad[]): Promise<void> {
  const signals = counted.flatMap(({ rollout, signal, vital, arm }) => {
    return signal === null || vital !== null ? [] : [{ row: { rollout, signal }, arm }]
  })
  const vitals = counted.flatMap(({ rollout, vital, arm }) => {
    if (vital === null) return []
    const bucket = getVitalBucket(vital.name, vital.value, arm)
    return [{ row: { rollout, vital: vital.name, bucket }, arm }]
  })
  const more = (table: 'signal_count' | 'vital_count') => ({
    canary: sql<number>`${sql.ref(`${table}.canary`)} + excluded.canary`,
    stable: sql<number>`${sql.ref(`${table}.stable`)} + excluded.stable`,
  })
  if (signals.length > 0)
    await trx
      .insertInto('signal_count')
      .values(sumByArm(signals))
      .onConflict((conflict) => conflict.columns(['rollout', 'signal']).doUpdateSet(more('signal_count')))
      .execute()
  if (vitals.length > 0)
    await trx
      .insertInto('vital_count')
      .values(sumByArm(vitals))
      .onConflict((conflict) =>
        conflict.columns(['rollout', 'vital', 'bucket']).doUpdateSet(more('vital_count')),
      )
      .execute()
}

/** How many of each row there are in both arms; in the same order everywhere, so that two servers never deadlock. */
function sumByArm<Row extends object>(
  counted: readonly { readonly row: Row; readonly arm: 'canary' | 'stable' }[],
): (Row & Record<'canary' | 'stable', number>)[] {
  const byRow = [...Map.groupBy(counted, ({ row }) => JSON.stringify(row))]
  return byRow
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => {
      const count = (wanted: string) => same.filter(({ arm }) => arm === wanted).length
      return same.slice(0, 1).map(({ row }) => ({ ...row, canary: count('canary'), stable: count('stable') }))
    })
}
