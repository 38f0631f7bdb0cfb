import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import { createIndependentLoads, type Visits } from './independent-loads.ts'
import { createSeededRandom, type Random } from './seeded-random.ts'
import { type SimulatedRollout, simulateRollout } from './simulate-rollout.ts'

/** Rollouts that differ only by chance. */
export interface SimulationOptions {
  readonly runs: number
  readonly seed: number
  readonly plan: Plan
  readonly loadsPerMinute: number
  /** The failure rate of each arm. */
  readonly failures: { readonly canary: number; readonly stable: number }
  /** Missing: page views have no signals. */
  readonly createVisits?: (random: Random) => Visits
  /** An outage of both arms: its failure rate, and its first and last minute. */
  readonly outage?: { readonly rate: number; readonly from: number; readonly until: number }
  readonly limitMinutes: number
  /** Ends a rollout as soon as it is paused. */
  readonly untilCaught?: boolean
  /** Called after each rollout, with how many are done. */
  readonly onProgress?: (done: number) => void
  /** Time between two evaluations: `evaluationIntervalSeconds` on a real site. */
  readonly bucketSeconds: number
}

/** Simulates many rollouts. The same seed gives the same results. */
export function simulateRollouts({
  runs,
  seed,
  outage,
  failures,
  createVisits,
  loadsPerMinute,
  onProgress,
  ...rollout
}: SimulationOptions): SimulatedRollout[] {
  const random = createSeededRandom(seed)
  const isOut = (minute: number) => outage !== undefined && minute >= outage.from && minute < outage.until
  const rateAt = (rate: number) => (minute: number) => (isOut(minute) ? (outage?.rate ?? rate) : rate)
  const rates = { canary: rateAt(failures.canary), stable: rateAt(failures.stable) }
  return Array.from({ length: runs }, (_, at) => {
    const traffic = createIndependentLoads(
      { loadsPerMinute, failures: rates, visits: createVisits?.(random) },
      random,
    )
    const simulated = simulateRollout({ ...rollout, traffic })
    onProgress?.(at + 1)
    return simulated
  })
}
