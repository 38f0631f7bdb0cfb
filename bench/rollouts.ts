import { parseArgs } from 'node:util'
import { getPlan } from '@portico/shared/rollout/plans.ts'
import type { Plan } from '@portico/shared/rollout/rollout-record.ts'
import type { SimulatedRollout } from '@portico/shared/rollout/simulation/simulate-rollout.ts'
import {
  type SimulationOptions,
  simulateRollouts,
} from '@portico/shared/rollout/simulation/simulate-rollouts.ts'
import { parseRuns } from './report/parse-runs.ts'
import { createResultRow, type ResultRow } from './report/result-row.ts'
import { writeResults } from './report/write-results.ts'

const defaultRuns = '10000'
const maxRuns = 9_999_999
const site = { seed: 20261121, limitMinutes: 7 * 24 * 60 }
const baseRates = [0.001, 0.01]
// About the time in which a batch fills up at that traffic: shorter buckets would only take longer to simulate.
const planTraffic = [
  { plan: getPlan('low'), loadsPerMinute: 4, bucketSeconds: 60 },
  { plan: getPlan('mid'), loadsPerMinute: 60, bucketSeconds: 15 },
  { plan: getPlan('standard'), loadsPerMinute: 600, bucketSeconds: 5 },
]
// Expected 95th percentiles for a canary of 5 %.
const regressions = [
  { from: 0.01, to: 0.05, limit: 500 },
  { from: 0.001, to: 0.01, limit: 1_535 },
  { from: 0.001, to: 0.05, limit: 200 },
  { from: 0.001, to: 1, limit: 20 },
]
// A server evaluates every second; with few reports, five seconds give the same result and are faster to simulate.
const regressionTraffic = [
  { loadsPerMinute: 100, bucketSeconds: 5 },
  { loadsPerMinute: 400, bucketSeconds: 1 },
  { loadsPerMinute: 1_000, bucketSeconds: 1 },
]

/** Runs the evaluation of real rollouts on simulated ones: every plan at its usual traffic. */
export async function benchRollouts(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: defaultRuns } } })
  const runs = parseRuns(values.runs, maxRuns)
  const rows: ResultRow[] = []
  for (const rollout of planTraffic) {
    for (const rate of baseRates) {
      console.log(
        `${runs} healthy rollouts, plan ${rollout.plan.name}, baseline failure rate ${100 * rate} % ...`,
      )
      rows.push(toFalseAlarmRow({ ...site, ...rollout, runs, failures: { canary: rate, stable: rate } }))
    }
  }
  for (const { from, to, limit } of regressions) {
    const failures = { stable: from, canary: to }
    for (const traffic of regressionTraffic) {
      const name = `${100 * from} % becomes ${100 * to} %, ${traffic.loadsPerMinute} loads a minute`
      console.log(`${runs} rollouts, ${name} ...`)
      const ends = simulateRollouts({ ...site, ...traffic, runs, plan: fivePercent, failures })
      rows.push(toDetectionRow(name, ends, limit))
    }
  }
  writeResults('rollouts', rows)
}

const fivePercent: Plan = {
  name: 'mid',
  steps: [{ share: 500, bakeMinutes: 1e9, minimumLoads: 1e9, marginPoints: 0 }, ...getPlan('now').steps],
}

function toFalseAlarmRow(options: SimulationOptions): ResultRow {
  const rolledBack = simulateRollouts(options).filter(({ status }) => status === 'rolled-back').length
  return createResultRow({
    name: `healthy rollouts rolled back, plan ${options.plan.name}, baseline failure rate ${100 * options.failures.stable} %`,
    value: (100 * rolledBack) / options.runs,
    unit: '%',
    against: '0.1 %',
    other: 0.1,
    target: 1,
  })
}

function toDetectionRow(name: string, ends: readonly SimulatedRollout[], limit: number): ResultRow {
  const loads = ends.map(({ canaryLoads }) => canaryLoads).toSorted((a, b) => a - b)
  return createResultRow({
    name: `${name}: canary loads until rollback, 95th percentile`,
    value: loads[Math.floor(loads.length * 0.95)] ?? 0,
    unit: 'loads',
    against: `${limit} loads`,
    other: limit,
    target: 1,
  })
}
