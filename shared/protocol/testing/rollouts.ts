import * as v from 'valibot'
import { getPlan } from '../rollout/plans.ts'
import { DroppedSchema, type Rollout } from '../rollout/rollout-record.ts'

/** A rollout that has just reached its first visitors. */
export function createRollout(change: Partial<Rollout> = {}): Rollout {
  return {
    ...{
      id: 'r1',
      remote: 'things',
      from: null,
      to: '1.1.0-11111111',
      plan: getPlan('low'),
      status: 'running',
    },
    ...{ step: 1, share: 2_000, bakedMs: 0, startedAt: 0, changedAt: 0, startedBy: 'CI', reason: null },
    counts: { canary: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } },
    ...{
      evidence: 1,
      excessPoints: 0,
      networks: { reporting: 0, failing: 0, needed: 6 },
      countedBy: 'network',
    },
    ...{ signals: [], error: null, vitals: [], dropped: v.parse(DroppedSchema, {}) },
    ...{ lastReportAt: null, missing: [], estimate: null },
    ...change,
  }
}
