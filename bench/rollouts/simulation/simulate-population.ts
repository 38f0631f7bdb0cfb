import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import { createSeededRandom } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import {
  type SimulatedRollout,
  simulateRollout,
} from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import { createPopulation, type Population } from './population.ts'

/** Rollouts to the same population, whose visitors are drawn again for each. */
export interface PopulationRollouts {
  readonly runs: number
  readonly seed: number
  readonly plan: Plan
  readonly population: Population
  readonly limitMinutes: number
  /** Time between two evaluations: `evaluationIntervalSeconds` on a real site. */
  readonly bucketSeconds: number
}

/** Simulates many rollouts. The same seed gives the same results. */
export function simulatePopulation({
  runs,
  seed,
  population,
  ...rollout
}: PopulationRollouts): SimulatedRollout[] {
  const random = createSeededRandom(seed)
  return Array.from({ length: runs }, () =>
    simulateRollout({ ...rollout, traffic: createPopulation(population, random) }),
  )
}
