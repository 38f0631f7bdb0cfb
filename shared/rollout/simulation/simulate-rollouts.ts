import type { Plan } from '../rollout-record.ts'
import { createSeededRandom } from './seeded-random.ts'
import { type SimulatedRollout, simulateRollout } from './simulate-rollout.ts'

/** Ramps that differ by chance alone. */
export interface SimulationOptions {
  readonly runs: number
  readonly seed: number
  readonly plan: Plan
  readonly loadsPerMinute: number
  /** Share of the loads that fail in each arm. */
  readonly failures: { readonly canary: number; readonly stable: number }
  /** Share of the loads of both arms that fails in an outage, and the minutes from and until which it lasts. */
  readonly outage?: { readonly rate: number; readonly from: number; readonly until: number }
  readonly limitMinutes: number
  /** Time between two looks at the reports: `secondsBetweenLooks` on a real site. */
  readonly bucketSeconds: number
}

/** How each of many ramps ended. The same seed gives the same ends. */
export function simulateRollouts({
  runs,
  seed,
  outage,
  failures,
  ...ramp
}: SimulationOptions): SimulatedRollout[] {
  const random = createSeededRandom(seed)
  const isOut = (minute: number) => outage !== undefined && minute >= outage.from && minute < outage.until
  const rateAt = (rate: number) => (minute: number) => (isOut(minute) ? (outage?.rate ?? rate) : rate)
  const rates = { canary: rateAt(failures.canary), stable: rateAt(failures.stable) }
  return Array.from({ length: runs }, () => simulateRollout({ ...ramp, failures: rates, random }))
}
