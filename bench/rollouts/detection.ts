import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import type { Population } from '@portico/tools/release-cli/simulation/population.ts'
import { simulatePopulation } from '@portico/tools/release-cli/simulation/simulate-population.ts'
import type { SimulatedRollout } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import { simulateRollouts } from '@portico/tools/release-cli/simulation/simulate-rollouts.ts'
import { percentile } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { createRegulars, site, smallFamily } from './sites.ts'
import { createShareRow, summarize } from './summary.ts'

const seed = 20261122
const limitMinutes = 5 * 24 * 60

// 95th percentiles of the loads of a canary of 5 % until it is paused or rolled back.
const regressions = [
  { from: 0.01, to: 0.05, limit: 500 },
  { from: 0.001, to: 0.01, limit: 1_850 },
  { from: 0.001, to: 0.05, limit: 300 },
  { from: 0.001, to: 1, limit: 20 },
]
const maxLoads = 500
const maxMissed = 5 // in percent

/** Stays at 5 % until the evidence decides. */
const fivePercent: Plan = {
  name: 'mid',
  steps: [{ share: 500, bakeMinutes: 1e9, minimumLoads: 1e9, marginPoints: 0 }, ...getPlan('now').steps],
}

/** Simulates broken canaries: how soon they are caught, which is paused or rolled back. */
export function benchDetection(runs: number): ResultRow[] {
  return [
    ...regressions.flatMap((regression) => benchRegression(regression, runs)),
    ...benchRareFailures(runs),
  ]
}

function benchRegression({ from, to, limit }: (typeof regressions)[number], runs: number): ResultRow[] {
  const name = `${100 * from} % becomes ${100 * to} %`
  const ends = simulateRollouts({
    seed,
    runs,
    limitMinutes,
    plan: fivePercent,
    loadsPerMinute: 400,
    bucketSeconds: 1,
    failures: { stable: from, canary: to },
  })
  const caught = ends.map((end) => end.caught?.canaryLoads ?? Number.POSITIVE_INFINITY)
  const rolledBack = ends.map(({ canaryLoads }) => canaryLoads)
  const quantiles = (loads: readonly number[]) =>
    `median ${percentile(loads, 0.5)}, 95th percentile ${percentile(loads, 0.95)}`
  console.log(
    `${name}: canary loads until caught: ${quantiles(caught)}; rolled back: ${quantiles(rolledBack)}`,
  )
  const row = createResultRow({
    name: `${name}: canary loads until caught, 95th percentile`,
    value: percentile(caught, 0.95),
    unit: 'loads',
    against: `${limit} loads`,
    other: limit,
    target: 1,
  })
  if (limit !== maxLoads) return [row]
  const within = rolledBack.filter((loads) => loads <= maxLoads).length
  console.log(`${name}: rolled back within ${maxLoads} canary loads: ${((100 * within) / runs).toFixed(1)} %`)
  const isMissed = ({ caught }: SimulatedRollout) => caught === null || caught.canaryLoads > maxLoads
  const missed = { name: `${name}: not caught within ${maxLoads} canary loads`, ends, applies: isMissed }
  return [row, createShareRow({ ...missed, limit: maxMissed })]
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
