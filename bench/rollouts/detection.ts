import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { SimulatedRollout } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import { percentile } from '../report/median.ts'
import type { ResultRow } from '../report/result-row.ts'
import { benchRegression } from './regression.ts'
import type { Population } from './simulation/population.ts'
import { simulatePopulation } from './simulation/simulate-population.ts'
import { createRegulars, site, smallFamily } from './sites.ts'
import { createShareRow, summarize } from './summary.ts'

const seed = 20261122
const limitMinutes = 5 * 24 * 60

const regressions = [
  { from: 0.01, to: 0.05, limit: 500, within: { loads: 500, missed: 5 } },
  { from: 0.001, to: 0.01, limit: 1_850 },
  { from: 0.001, to: 0.05, limit: 300 },
  { from: 0.001, to: 1, limit: 20 },
]

/** Simulates broken canaries: how soon they are caught, which is paused or rolled back. */
export function benchDetection(runs: number): ResultRow[] {
  return [
    ...regressions.flatMap(({ from, to, ...limits }) =>
      benchRegression({
        ...{ ...limits, seed, runs, limitMinutes, loadsPerMinute: 400, bucketSeconds: 1 },
        name: `${100 * from} % becomes ${100 * to} %`,
        failures: { stable: from, canary: to },
      }),
    ),
    ...benchRareFailures(runs),
  ]
}

interface RareFailure {
  readonly name: string
  readonly population: Population
  /** The share that may complete without having been caught, in percent. */
  readonly limit: number
}

const regulars = createRegulars(10_000, site.families)
const rareFailures: readonly RareFailure[] = [
  {
    name: 'broken for 1 % of browsers, a family',
    population: { ...site, canary: { brokenFamily: smallFamily } },
    limit: 10,
  },
  {
    name: 'broken for 1 % of browsers, any',
    population: { ...site, canary: { brokenFor: 0.01 } },
    limit: 10,
  },
  {
    name: 'broken for 1 % of 10,000 regulars, a family',
    population: { ...regulars, canary: { brokenFamily: smallFamily } },
    limit: 10,
  },
  {
    name: 'broken for 1 % of 10,000 regulars, any',
    population: { ...regulars, canary: { brokenFor: 0.01 } },
    limit: 10,
  },
  ...[1, 5].map((visitorsPerNetwork) => ({
    name: `1 % becomes 5 %, 30 % never report, ${visitorsPerNetwork} visitors per network`,
    population: {
      ...{ ...site, failures: () => 0.01, canary: { failures: 0.05 } },
      ...{ visitorsPerNetwork, withoutReports: 0.3 },
    },
    limit: 1,
  })),
  ...[0, 0.05, 0.2, 0.5].map((withoutCookie) => ({
    name: `1 % becomes 5 %, ${100 * withoutCookie} % of visits without a cookie`,
    population: { ...site, failures: () => 0.01, canary: { failures: 0.05 }, withoutCookie },
    limit: 1,
  })),
]

function benchRareFailures(runs: number): ResultRow[] {
  return rareFailures.map(({ name, population, limit }) => {
    const rollout = { seed, runs: Math.ceil(runs / 6), limitMinutes, bucketSeconds: 60 }
    const ends = simulatePopulation({ ...rollout, population, plan: getPlan('mid') })
    const caught = ends.map((end) => end.caught?.minutes ?? Number.POSITIVE_INFINITY)
    console.log(
      `${name}: ${summarize(ends)}, caught after ${percentile(caught, 0.5)} minutes (95th percentile ${percentile(caught, 0.95)})`,
    )
    const isMissed = (end: SimulatedRollout) => end.caught === null
    return createShareRow({ name: `${name}, plan mid: not caught`, ends, applies: isMissed, limit })
  })
}
