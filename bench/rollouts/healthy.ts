import { formatNumber } from '@portico/kit/format.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { PlanName } from '@portico/protocol/rollout/rollout-record.ts'
import type { SimulatedRollout } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import { simulateRollouts } from '@portico/tools/release-cli/simulation/simulate-rollouts.ts'
import type { ResultRow } from '../report/result-row.ts'
import type { Population } from './simulation/population.ts'
import { simulatePopulation } from './simulation/simulate-population.ts'
import {
  createFamilies,
  createRegulars,
  manyOldBrowsers,
  nightlyFailures,
  outages,
  site,
  smallFamily,
} from './sites.ts'
import { createShareRow, summarize } from './summary.ts'

const seed = 20261122
const limitMinutes = 5 * 24 * 60
const limit = 0.1

interface HealthySite {
  readonly name: string
  readonly plan: PlanName
  readonly bucketSeconds: number
  readonly population: Population
}

const regulars: readonly HealthySite[] = [
  describeRegulars(100, '5 % always fail', createFamilies(0.05)),
  describeRegulars(1_000, '1 % always fail', createFamilies(0.01)),
  describeRegulars(1_000, '5 % always fail', createFamilies(0.05)),
  describeRegulars(10_000, '1 % always fail', createFamilies(0.01)),
  describeRegulars(10_000, '5 % always fail', createFamilies(0.05)),
  describeRegulars(10_000, '20 % old browsers', manyOldBrowsers),
]

function describeRegulars(visitors: number, which: string, families: Population['families']): HealthySite {
  return {
    name: `${formatNumber(visitors)} regulars, ${which}`,
    plan: visitors < 10_000 ? 'low' : 'mid',
    bucketSeconds: visitors < 1_000 ? 600 : 300, // where loads are few, long ones take less time to simulate
    population: createRegulars(visitors, families),
  }
}

/** Everyone comes once. */
export const healthySite: HealthySite = {
  name: 'everyone comes once',
  plan: 'mid',
  bucketSeconds: 120,
  population: site,
}

const others: readonly HealthySite[] = [
  healthySite,
  {
    name: 'five visitors per network',
    plan: 'mid',
    bucketSeconds: 120,
    population: { ...site, visitorsPerNetwork: 5 },
  },
  {
    name: 'days and nights',
    plan: 'mid',
    bucketSeconds: 120,
    population: { ...site, isDiurnal: true, failures: nightlyFailures },
  },
  {
    name: 'outages of both arms',
    plan: 'mid',
    bucketSeconds: 120,
    population: { ...site, failures: outages },
  },
  {
    name: 'an attacker with 16 networks',
    plan: 'mid',
    bucketSeconds: 120,
    population: { ...site, attacker: { networks: 16, goal: 'roll-back', family: smallFamily } },
  },
  {
    name: 'an attacker with 16 networks, few visitors',
    plan: 'low',
    bucketSeconds: 300,
    population: {
      ...site,
      loadsPerMinute: 4,
      attacker: { networks: 16, goal: 'roll-back', family: smallFamily },
    },
  },
  {
    name: 'half of the visits without a cookie',
    plan: 'mid',
    bucketSeconds: 120,
    population: { ...site, withoutCookie: 0.5 },
  },
]

/** Healthy rollouts to visitors who come again, or to others, with nightly failures, outages, attackers or blockers. */
export const healthySites: readonly HealthySite[] = [
  ...regulars,
  ...others,
  {
    name: '30 % never report, five visitors per network',
    plan: 'mid',
    bucketSeconds: 120,
    population: { ...site, visitorsPerNetwork: 5, withoutReports: 0.3 },
  },
]

const independent = [
  { plan: 'low', loadsPerMinute: 4, bucketSeconds: 120 },
  { plan: 'mid', loadsPerMinute: 60, bucketSeconds: 30 },
  { plan: 'standard', loadsPerMinute: 600, bucketSeconds: 10 },
] as const

/** Simulates healthy rollouts to visitors who come again and again, some of whom always fail. */
export function benchRegulars(runs: number): ResultRow[] {
  return report('with regulars', simulateSites(regulars, runs))
}

/** Simulates healthy rollouts to other visitors, also together with an attacker who wants them rolled back. */
export function benchHealthy(runs: number): ResultRow[] {
  const loads = independent.flatMap(({ plan, ...traffic }) =>
    [0.001, 0.01].map((rate) => {
      const failures = { canary: rate, stable: rate }
      const ends = simulateRollouts({ ...traffic, seed, runs, limitMinutes, failures, plan: getPlan(plan) })
      return log({ name: `${100 * rate} % of loads fail, plan ${plan}`, ends })
    }),
  )
  return report('other visitors', [...simulateSites(others, runs), ...loads])
}

interface Simulated {
  readonly name: string
  readonly ends: readonly SimulatedRollout[]
}

function simulateSites(sites: readonly HealthySite[], runs: number): Simulated[] {
  return sites.map(({ name, plan, ...rollout }) => {
    const ends = simulatePopulation({ ...rollout, seed, runs, limitMinutes, plan: getPlan(plan) })
    return log({ name: `${name}, plan ${plan}`, ends })
  })
}

function log(simulated: Simulated): Simulated {
  console.log(`healthy: ${simulated.name}: ${summarize(simulated.ends)}`)
  return simulated
}

function report(group: string, simulated: readonly Simulated[]): ResultRow[] {
  const all = { name: `${group}, together`, ends: simulated.flatMap(({ ends }) => ends) }
  return [...simulated, all].map(({ name, ends }) =>
    createShareRow({ name: `healthy: ${name}: rolled back`, ends, applies: isRolledBack, limit }),
  )
}

function isRolledBack({ status }: SimulatedRollout): boolean {
  return status === 'rolled-back'
}
