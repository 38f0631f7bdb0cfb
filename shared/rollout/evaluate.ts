import {
  type Evidence,
  getEValue,
  getExcessPoints,
  getUnmatchedLoads,
  type MonitoringWindow,
  rollbackNetworks,
} from './evidence.ts'
import { getLowerBound, getUpperBound } from './failure-bounds.ts'
import { fullShare } from './plans.ts'
import type { Step } from './rollout-record.ts'

const pauseStrength = 100
const rollbackStrength = 1_000 // a healthy release gets there in at most one rollout of a thousand
const minimumFailures = 5
const minimumExcessPoints = 0.2 // less harms fewer visitors than a rollback costs

/** What the reports of a rollout say should be done. `hold` says what is missing. */
export type Evaluation =
  | { readonly kind: 'rollback' | 'pause' | 'advance'; readonly reason: string }
  | { readonly kind: 'hold'; readonly missing: readonly string[] }

/** What is judged: a rollout, as far as it matters. */
export interface EvaluationInput {
  readonly step: Step
  readonly evidence: Evidence
  /** Loads of the canary since this step began. */
  readonly stepLoads: number
  readonly bakedMs: number
  /** Of the watch at 100 % the newest stretch: its loads, and how long reports arrived in it. */
  readonly stretch: MonitoringWindow
  /** True after a person has resumed a paused rollout: they have seen the evidence, which shall not pause it again. */
  readonly isPauseWaived: boolean
}

/**
 * Decides by a test that may be watched all the time: however long it runs, a healthy release is rolled back in at most
 * 0.1 % of rollouts (Ville's inequality). Too few reports hold; they never advance and never fail.
 */
export function evaluate(judged: EvaluationInput): Evaluation {
  const { evidence, isPauseWaived } = judged
  const strength = getEValue(evidence)
  const isWorse =
    evidence.canary.failures >= minimumFailures && getExcessPoints(evidence) >= minimumExcessPoints
  if (isWorse && strength >= rollbackStrength && evidence.failingNetworks.length >= rollbackNetworks)
    return { kind: 'rollback', reason: sentence(evidence) }
  if (isWorse && strength >= pauseStrength && !isPauseWaived)
    return { kind: 'pause', reason: sentence(evidence) }
  const missing = missingFor(judged, strength)
  return missing.length === 0 ? { kind: 'advance', reason: sentence(evidence) } : { kind: 'hold', missing }
}

function missingFor(
  { step, evidence, stepLoads, bakedMs, stretch }: EvaluationInput,
  strength: number,
): string[] {
  if (step.share === 0) return ['needs a person to end the testers’ step: advance']
  const loads = Math.max(0, step.minimumLoads - stepLoads)
  const minutes = Math.ceil(Math.max(0, step.bakeMinutes - bakedMs / 60_000))
  const missing = [
    loads > 0 && `needs ${loads.toLocaleString('en')} more ${loads === 1 ? 'load' : 'loads'}`,
    minutes > 0 && `needs ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'} of reports`,
    strength >= pauseStrength && `needs a person: the evidence against it stands at ${rounded(strength)}`,
  ].filter((text) => text !== false)
  // Last, and only when everything else is there: before, the number would say nothing.
  if (missing.length > 0 || step.minimumLoads === 0) return missing
  return step.share === fullShare
    ? worseThanBefore(step, evidence, stretch)
    : tooFarFromStable(step, evidence)
}

/**
 * Where everyone has the canary, there is nobody to compare with, and what stable did stays as it was measured: however
 * many loads came, a release as good as stable could not make up for a stable that was lucky. So the watch holds only
 * where the loads since then surely fail more often than stable did. An outage is forgotten as soon as a whole stretch
 * after it surely does not: the loads before weigh no longer than that, and to be unsure is not enough.
 */
function worseThanBefore(step: Step, evidence: Evidence, stretch: MonitoringWindow): string[] {
  const { stable } = evidence
  const since = getUnmatchedLoads(evidence)
  const atLeast = 100 * getLowerBound(since.failures, since.loads)
  const before = 100 * getUpperBound(stable.failures, stable.loads)
  if (atLeast - before <= step.marginPoints) return []
  const calm = 100 * getUpperBound(stretch.failures, stretch.loads)
  if (isWindowComplete(step, stretch) && calm - before <= step.marginPoints) return []
  return [
    `needs a person, or ${step.minimumLoads.toLocaleString('en')} calmer loads in a row: at 100 % at least ${rounded(atLeast)} % of the loads fail, of stable it was at most ${rounded(before)} %`,
  ]
}

/** A stretch of the watch counts once it has as many loads, for as long, as the step asks for. */
export function isWindowComplete(
  { minimumLoads, bakeMinutes }: Step,
  { loads, bakedMs }: MonitoringWindow,
): boolean {
  return loads >= minimumLoads && bakedMs >= bakeMinutes * 60_000
}

function tooFarFromStable({ marginPoints }: Step, evidence: Evidence): string[] {
  const points = pointsWorse(evidence)
  if (points <= marginPoints) return []
  return [
    `needs more loads to be sure: it may be ${rounded(points)} points worse, ${marginPoints} are allowed`,
  ]
}

/** By how many points the canary may still be worse than stable, with 95 % confidence. */
function pointsWorse({ matched: { loads, failures, expectedFailures } }: Evidence): number {
  return loads === 0 ? 100 : 100 * (getUpperBound(failures, loads) - expectedFailures / loads)
}

function sentence(evidence: Evidence): string {
  const { failures, loads } = evidence.canary
  const excess = rounded(getExcessPoints(evidence))
  return `${failures} of ${loads} loads failed, ${excess} points more than of stable (evidence ${rounded(getEValue(evidence))})`
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}
