import { createHistogram, type VitalCounts, type VitalsEvidence } from '@portico/protocol/rollout/vitals.ts'
import type { Db } from '../../database/tables.ts'

/** The values that the evidence of a rollout lacks. */
export async function readNewVitals(trx: Db, rollout: string, known: VitalsEvidence): Promise<VitalCounts> {
  const rows = await trx.selectFrom('vital_count').selectAll().where('rollout', '=', rollout).execute()
  const added: { -readonly [Name in keyof VitalCounts]: VitalCounts[Name] } = {}
  for (const { vital, bucket, ...counts } of rows) {
    for (const arm of ['canary', 'stable'] as const) {
      const more = counts[arm] - (known[vital]?.[arm][bucket] ?? 0)
      if (more === 0) continue
      added[vital] ??= { canary: createHistogram(), stable: createHistogram() }
      added[vital][arm][bucket] = more
    }
  }
  return added
}
