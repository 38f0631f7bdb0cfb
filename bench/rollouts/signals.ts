import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { Random } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import type { SimulatedRollout } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import type { ResultRow } from '../report/result-row.ts'
import { healthySite, healthySites } from './healthy.ts'
import { benchRegression, type Regression } from './regression.ts'
import { rivals, simulateRivals } from './rivals.ts'
import { simulatePopulation } from './simulation/simulate-population.ts'
import { createVisits, type VisitRates } from './simulation/visits.ts'
import { createShareRow, describeQuantiles, summarize } from './summary.ts'

const seed = 20261127
const limitDays = 5
const visits = { usual: 0.02 }

const traffic = {
  ...{ seed, loadsPerMinute: 400, bucketSeconds: 6, untilCaught: true, limitMinutes: 200 },
  failures: { canary: 0.01, stable: 0.01 },
}

/** A canary of 5 % of 400 loads a minute: within `loads`, all but so many percent must be caught. */
function describe(
  name: string,
  changes: Partial<VisitRates>,
  within?: Regression['within'],
): Omit<Regression, 'runs'> {
  const draw = (random: Random) => createVisits({ ...visits, ...changes }, random)
  return { ...traffic, name, createVisits: draw, ...(within && { within }) }
}

const errors = (from: number, to: number) => ({ rates: { error: { stable: from, canary: to } } })

const regressions = [
  describe('errors 1 -> 2 %', errors(0.01, 0.02)),
  describe('errors 1 -> 3 %', errors(0.01, 0.03)),
  describe('errors 1 -> 5 %', errors(0.01, 0.05), { loads: 500, missed: 3 }),
  describe('errors 1 -> 6 %', errors(0.01, 0.06)),
  describe(
    'every request fails',
    { rates: { request: { stable: 0.05, canary: 1 } } },
    { loads: 150, missed: 5 },
  ),
  describe('INP + 30 %', { slower: { inp: () => 1.3 } }, { loads: 2_000, missed: 10 }),
  describe('LCP + 20 %', { slower: { lcp: () => 1.2 } }),
  describe('own failures 10 -> 15 %', { rates: { failure: { stable: 0.1, canary: 0.15 } } }),
  describe('memory + 50 % after an hour', { slower: { memory: (minute) => (minute > 60 ? 1.5 : 1) } }),
]

/** Simulates rollouts in which visitors have all signals: healthy ones to all kinds of visitors, and canaries that get worse. */
export function benchSignals(runs: number): ResultRow[] {
  return [
    ...benchHealthySignals(runs),
    ...regressions.flatMap((regression) => benchBesideRivals({ ...regression, runs: Math.ceil(runs / 10) })),
  ]
}

const slightly = () => 1.02

function benchHealthySignals(runs: number): ResultRow[] {
  const ends: SimulatedRollout[] = []
  const runsOfSite = Math.ceil(runs / healthySites.length)
  const tolerated = { ...visits, slower: { inp: slightly, lcp: slightly, load: slightly, memory: slightly } }
  const slower = {
    ...healthySite,
    name: '2 % slower',
    population: { ...healthySite.population, visits: tolerated },
  }
  for (const { name, plan, bucketSeconds, population } of [...healthySites, slower]) {
    const rollout = {
      seed,
      runs: runsOfSite,
      bucketSeconds,
      limitMinutes: limitDays * 24 * 60,
      plan: getPlan(plan),
    }
    const ofSite = simulatePopulation({ ...rollout, population: { visits, ...population } })
    console.log(`healthy, all signals at 2 %: ${name}, plan ${plan}: ${summarize(ofSite)}`)
    ends.push(...ofSite)
  }
  const name = 'healthy, all signals at 2 %'
  const isRolledBack = ({ status }: SimulatedRollout) => status === 'rolled-back'
  return [
    createShareRow({ name: `${name}: rolled back`, ends, applies: isRolledBack, limit: 0.1 }),
    createShareRow({ name: `${name}: paused`, ends, applies: ({ wasPaused }) => wasPaused, limit: 1 }),
    ...benchBesideRivals({ ...describe(name, {}), runs: Math.ceil(runs / 10) }),
  ]
}

function benchBesideRivals(regression: Regression): ResultRow[] {
  const rows = benchRegression(regression)
  const runs = Math.ceil(regression.runs / 5)
  const stopped = simulateRivals({ ...regression, runs })
  for (const rival of Object.keys(rivals)) {
    const loads = Object.entries(stopped).find(([name]) => name === rival)?.[1] ?? []
    const share = (100 * loads.filter(Number.isFinite).length) / runs
    const quantiles = describeQuantiles(loads, [0.5, 0.95])
    console.log(
      `  ${rival}: stops ${share.toFixed(1)} % of ${runs}, canary loads median / 95 %: ${quantiles}`,
    )
  }
  return rows
}
