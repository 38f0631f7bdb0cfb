import { parseArgs } from 'node:util'
import { getPlan } from '@portico/shared/rollout/plans.ts'
import type { Plan } from '@portico/shared/rollout/rollout-record.ts'
import type { SimulatedRollout } from '@portico/shared/rollout/simulation/simulate-rollout.ts'
import {
  type SimulationOptions,
  simulateRollouts,
} from '@portico/shared/rollout/simulation/simulate-rollouts.ts'
import * as v from 'valibot'
import { createResultRow, type ResultRow } from './report/result-row.ts'
import { writeResults } from './report/write-results.ts'

const FlagsSchema = v.object({
  runs: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{1,6}$/, 'expected --runs with a number from 10 to 9999999'),
    v.transform(Number),
  ),
})
const defaultRuns = '10000'
const site = { seed: 20261121, limitMinutes: 7 * 24 * 60 }
const baseRates = [0.001, 0.01]
// About as long as a batch takes at that traffic: to look more often would change nothing but how long this runs.
const traffic = [
  { plan: getPlan('low'), loadsPerMinute: 4, bucketSeconds: 60 },
  { plan: getPlan('mid'), loadsPerMinute: 60, bucketSeconds: 15 },
  { plan: getPlan('standard'), loadsPerMinute: 600, bucketSeconds: 5 },
]
// The 95th percentiles that the design expects, of a canary of 5 %.
const regressions = [
  { from: 0.01, to: 0.05, limit: 500 },
  { from: 0.001, to: 0.01, limit: 1_535 },
  { from: 0.001, to: 0.05, limit: 200 },
  { from: 0.001, to: 1, limit: 20 },
]
// A server looks each second; where few reports come, five seconds are no different and are simulated sooner.
const watches = [
  { loadsPerMinute: 100, bucketSeconds: 5 },
  { loadsPerMinute: 400, bucketSeconds: 1 },
  { loadsPerMinute: 1_000, bucketSeconds: 1 },
]

/** Lets the code that decides real rollouts decide simulated ones, of every plan at its traffic. */
export async function benchRollouts(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: defaultRuns } } })
  const { runs } = v.parse(FlagsSchema, values)
  const rows: ResultRow[] = []
  for (const ramp of traffic) {
    for (const rate of baseRates) {
      console.log(`${runs} healthy ramps, plan ${ramp.plan.name}, ${100 * rate} % of loads fail anyway ...`)
      rows.push(healthyRow({ ...site, ...ramp, runs, failures: { canary: rate, stable: rate } }))
    }
  }
  for (const { from, to, limit } of regressions) {
    const failures = { stable: from, canary: to }
    for (const watched of watches) {
      const name = `${100 * from} % becomes ${100 * to} %, ${watched.loadsPerMinute} loads a minute`
      console.log(`${runs} rollouts, ${name} ...`)
      const ends = simulateRollouts({ ...site, ...watched, runs, plan: fivePercent, failures })
      rows.push(detectionRow(name, ends, limit))
    }
  }
  writeResults('rollouts', rows)
}

const fivePercent: Plan = {
  name: 'mid',
  steps: [{ share: 500, bakeMinutes: 1e9, minimumLoads: 1e9, marginPoints: 0 }, ...getPlan('now').steps],
}

function healthyRow(ramps: SimulationOptions): ResultRow {
  const rolledBack = simulateRollouts(ramps).filter(({ status }) => status === 'rolled-back').length
  return createResultRow({
    name: `healthy ramps rolled back, ${ramps.plan.name}, ${100 * ramps.failures.stable} % fail anyway`,
    value: (100 * rolledBack) / ramps.runs,
    unit: '%',
    against: '0.1 %',
    other: 0.1,
    target: 1,
  })
}

function detectionRow(name: string, ends: readonly SimulatedRollout[], limit: number): ResultRow {
  const loads = ends.map(({ canaryLoads }) => canaryLoads).toSorted((a, b) => a - b)
  return createResultRow({
    name: `${name}: loads of the canary, 95th percentile`,
    value: loads[Math.floor(loads.length * 0.95)] ?? 0,
    unit: 'loads',
    against: `${limit} loads`,
    other: limit,
    target: 1,
  })
}
