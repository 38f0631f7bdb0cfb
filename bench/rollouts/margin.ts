import { addReports } from '@portico/protocol/rollout/add-reports.ts'
import { emptyEvidence, getAdvanceEValue } from '@portico/protocol/rollout/evidence.ts'
import { getUpperBound } from '@portico/protocol/rollout/failure-bounds.ts'
import { fullShare, getPlan, isCompared } from '@portico/protocol/rollout/plans.ts'
import type { Step } from '@portico/protocol/rollout/rollout-record.ts'
import { createIndependentLoads } from '@portico/tools/release-cli/simulation/independent-loads.ts'
import { createSeededRandom, type Random } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import { percentile } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'

const seed = 20261122
const baseRates = [0.001, 0.01]
const maxPassed = 5 // in percent
const bucketLoads = 500
/** How long "ever" is, in minimum loads of the step. */
const horizon = 30
const advanceEValue = 20

/** Simulates releases that are worse by exactly the margin: how many ever pass a step, if they aren't rolled back before. */
export function benchMargins(runs: number): ResultRow[] {
  const random = createSeededRandom(seed)
  return (['low', 'mid', 'standard'] as const).flatMap((name) =>
    getPlan(name)
      .steps.filter(isCompared)
      .flatMap((step) => baseRates.map((rate) => benchStep(name, step, { rate, runs, random }))),
  )
}

function benchStep(
  plan: string,
  step: Step,
  { rate, runs, random }: { readonly rate: number; readonly runs: number; readonly random: Random },
): ResultRow {
  const passes = (worseBy: number) =>
    Array.from({ length: runs }, () =>
      countLoadsToPass(step, { stable: rate, canary: rate + worseBy }, random),
    )
  const isPassed = (loads: number) => loads < Number.POSITIVE_INFINITY
  const atMargin = passes(step.marginPoints / 100).filter(isPassed).length
  const healthy = passes(0)
  const name = `plan ${plan}, ${step.share / 100} %, margin ${step.marginPoints}, ${100 * rate} % of loads fail`
  console.log(
    `${name}: at the margin ${atMargin} of ${runs} pass; a healthy one after ${percentile(healthy, 0.5)} canary loads`,
  )
  const bound = (100 * getUpperBound(atMargin, runs)).toFixed(1)
  return createResultRow({
    name: `${name}: passes at the margin (at most ${bound} % with 95 % confidence)`,
    value: (100 * atMargin) / runs,
    unit: '%',
    against: `${maxPassed} %`,
    other: maxPassed,
    target: 1,
  })
}

function countLoadsToPass(
  { share, marginPoints, minimumLoads }: Step,
  rates: { readonly stable: number; readonly canary: number },
  random: Random,
): number {
  const traffic = createIndependentLoads(
    { loadsPerMinute: bucketLoads, failures: { stable: () => rates.stable, canary: () => rates.canary } },
    random,
  )
  let evidence = emptyEvidence
  const last = (horizon * minimumLoads * fullShare) / share / bucketLoads
  for (let at = 1; at <= last; at += 1) {
    const bucket = traffic({ atSeconds: at * 60, seconds: 60, share })
    evidence = addReports(evidence, bucket, { share, marginPoints: [marginPoints] })
    const { loads } = evidence.canary
    if (loads >= minimumLoads && getAdvanceEValue(evidence, marginPoints) >= advanceEValue) return loads
  }
  return Number.POSITIVE_INFINITY
}
