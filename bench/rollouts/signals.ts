import { type SignalName, signalNames } from '@portico/protocol/discovery/load-report.ts'
import { fullShare, getPlan } from '@portico/protocol/rollout/plans.ts'
import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import { simulateRollouts } from '@portico/tools/release-cli/simulation/simulate-rollouts.ts'
import { percentile } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { createShareRow, summarize } from './summary.ts'

const seed = 20261127
const limitMinutes = 5 * 24 * 60
const failures = { canary: 0.01, stable: 0.01 }
const usual = 0.02

/** Stays at 5 % until the evidence decides. */
const fivePercent: Plan = {
  name: 'mid',
  steps: [
    { share: 500, bakeMinutes: 1e9, minimumLoads: 1e9, marginPoints: 0 },
    { share: fullShare, bakeMinutes: 0, minimumLoads: 0, marginPoints: 100 },
  ],
}

// Canary loads until a canary of 5 % is paused or rolled back, 95th percentile.
const regressions: readonly { name: SignalName; from: number; to: number; limit: number }[] = [
  { name: 'error', from: 0.01, to: 0.05, limit: 500 },
  { name: 'failure', from: 0.001, to: 1, limit: 25 },
  { name: 'request', from: 0.05, to: 1, limit: 150 },
  { name: 'shift', from: 0.02, to: 0.1, limit: 500 },
]

/** Simulates rollouts in which visitors have signals: healthy ones, and canaries that get worse in one of them. */
export function benchSignals(runs: number): ResultRow[] {
  return [
    ...benchHealthySignals(runs),
    ...regressions.flatMap((regression) => benchRegression(regression, runs)),
  ]
}

function benchHealthySignals(runs: number): ResultRow[] {
  const rates = Object.fromEntries(signalNames.map((name) => [name, { canary: usual, stable: usual }]))
  const plan = getPlan('mid')
  const site = { loadsPerMinute: 60, bucketSeconds: 30, limitMinutes, failures, seed }
  const ends = simulateRollouts({ ...site, runs, plan, signals: rates })
  console.log(`healthy, all signals at ${100 * usual} %: ${summarize(ends)}`)
  const name = `healthy, all signals at ${100 * usual} %`
  return [
    createShareRow({
      name: `${name}: rolled back`,
      ends,
      applies: ({ status }) => status === 'rolled-back',
      limit: 0.1,
    }),
    createShareRow({ name: `${name}: paused`, ends, applies: ({ wasPaused }) => wasPaused, limit: 1 }),
  ]
}

function benchRegression({ name, from, to, limit }: (typeof regressions)[number], runs: number): ResultRow[] {
  const others = Object.fromEntries(signalNames.map((other) => [other, { canary: usual, stable: usual }]))
  const ends = simulateRollouts({
    seed,
    runs,
    limitMinutes: 150, // 3,000 loads of the canary: a soft signal only pauses
    failures,
    plan: fivePercent,
    loadsPerMinute: 400,
    bucketSeconds: 3,
    signals: { ...others, [name]: { stable: from, canary: to } },
  })
  const caught = ends.map((end) => end.caught?.canaryLoads ?? Number.POSITIVE_INFINITY)
  const title = `${name}: ${100 * from} % becomes ${100 * to} %`
  console.log(`${title}: median ${percentile(caught, 0.5)}, 95th percentile ${percentile(caught, 0.95)}`)
  return [
    createResultRow({
      name: `${title}: canary loads until caught, 95th percentile`,
      value: percentile(caught, 0.95),
      unit: 'loads',
      against: `${limit} loads`,
      other: limit,
      target: 1,
    }),
  ]
}
