import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import type { SimulatedRollout } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import {
  type SimulationOptions,
  simulateRollouts,
} from '@portico/tools/release-cli/simulation/simulate-rollouts.ts'
import { percentile } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { createShareRow, describeQuantiles } from './summary.ts'

/** Stays at 5 % until the evidence decides. */
const fivePercent: Plan = {
  name: 'mid',
  steps: [{ share: 500, bakeMinutes: 1e9, minimumLoads: 1e9, marginPoints: 0 }, ...getPlan('now').steps],
}

/** A canary that gets worse. */
export interface Regression extends Omit<SimulationOptions, 'plan'> {
  readonly name: string
  /** The 95th percentile of the loads of a canary of 5 % until it is paused or rolled back. */
  readonly limit?: number
  /** Within how many of its loads all but so many percent are. */
  readonly within?: { readonly loads: number; readonly missed: number }
}

/** Simulates a canary of 5 % until it is caught, which is paused or rolled back. */
export function simulateRegression(site: Omit<SimulationOptions, 'plan'>) {
  const ends = simulateRollouts({ ...site, plan: fivePercent })
  return { ends, caught: ends.map((end) => end.caught?.canaryLoads ?? Number.POSITIVE_INFINITY) }
}

/** Compares a simulated regression with its limits. */
export function benchRegression({ name, limit, within, ...site }: Regression): ResultRow[] {
  const { ends, caught } = simulateRegression(site)
  const minutes = ends.map((end) => end.caught?.minutes ?? Number.POSITIVE_INFINITY)
  console.log(
    `${name}: canary loads until caught, median / 90 / 95 / 97 %: ${describeQuantiles(caught, [0.5, 0.9, 0.95, 0.97])}; minutes, median / 95 %: ${describeQuantiles(minutes, [0.5, 0.95])}`,
  )
  const rows: ResultRow[] = []
  if (limit !== undefined)
    rows.push(
      createResultRow({
        ...{ name: `${name}: canary loads until caught, 95th percentile`, unit: 'loads', target: 1 },
        ...{ value: percentile(caught, 0.95), against: `${limit} loads`, other: limit },
      }),
    )
  if (within !== undefined) {
    const isMissed = ({ caught }: SimulatedRollout) => caught === null || caught.canaryLoads > within.loads
    const missed = {
      name: `${name}: not caught within ${within.loads} canary loads`,
      ends,
      applies: isMissed,
    }
    rows.push(createShareRow({ ...missed, limit: within.missed }))
  }
  return rows
}
