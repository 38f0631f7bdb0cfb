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

const pauseEValue = 100
const rollbackEValue = 1_000 // a healthy release reaches it in at most one of 1,000 rollouts
const minimumFailures = 5
const minimumExcessPoints = 0.2 // below it, a rollback costs more than the failures

/** The result of an evaluation. `hold` names what is missing. */
export type Evaluation =
  | { readonly kind: 'rollback' | 'pause' | 'advance'; readonly reason: string }
  | { readonly kind: 'hold'; readonly missing: readonly string[] }

/** What an evaluation needs to know about a rollout. */
export interface EvaluationInput {
  readonly step: Step
  readonly evidence: Evidence
  /** Loads of the canary in this step. */
  readonly stepLoads: number
  readonly bakedMs: number
  /** The current monitoring window at 100 %. */
  readonly monitoringWindow: MonitoringWindow
  /** True after a paused rollout was resumed by hand: the same evidence must not pause it again. */
  readonly isPauseWaived: boolean
}

/**
 * Evaluates a rollout with a test that is valid at any time: however often it runs, a healthy release is rolled back in
 * at most 0.1 % of rollouts (Ville's inequality). Too few reports hold the rollout; they never advance it or roll it back.
 */
export function evaluate(input: EvaluationInput): Evaluation {
  const { evidence, isPauseWaived } = input
  const eValue = getEValue(evidence)
  const isWorse =
    evidence.canary.failures >= minimumFailures && getExcessPoints(evidence) >= minimumExcessPoints
  if (isWorse && eValue >= rollbackEValue && evidence.failingNetworks >= rollbackNetworks)
    return { kind: 'rollback', reason: describeEvidence(evidence) }
  if (isWorse && eValue >= pauseEValue && !isPauseWaived)
    return { kind: 'pause', reason: describeEvidence(evidence) }
  const missing = findMissing(input, eValue)
  return missing.length === 0
    ? { kind: 'advance', reason: describeEvidence(evidence) }
    : { kind: 'hold', missing }
}

function findMissing(
  { step, evidence, stepLoads, bakedMs, monitoringWindow }: EvaluationInput,
  eValue: number,
): string[] {
  if (step.share === 0) return ['Waiting for manual approval']
  const loads = Math.max(0, step.minimumLoads - stepLoads)
  const minutes = Math.ceil(Math.max(0, step.bakeMinutes - bakedMs / 60_000))
  const missing = [
    loads > 0 && `needs ${loads.toLocaleString('en')} more ${loads === 1 ? 'load' : 'loads'}`,
    minutes > 0 && `needs ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'} of reports`,
    eValue >= pauseEValue && `needs manual approval: the evidence against it is ${format(eValue)}`,
  ].filter((text) => text !== false)
  // Only when nothing else is missing: before, the number would be meaningless.
  if (missing.length > 0 || step.minimumLoads === 0) return missing
  return step.share === fullShare
    ? checkAgainstPastStable(step, evidence, monitoringWindow)
    : checkAgainstStable(step, evidence)
}

/**
 * At 100 % there is no stable arm to compare with, only its past measurement: if stable was lucky then, even an equally
 * good release could never catch up. So monitoring holds the rollout only if the loads at 100 % fail significantly more
 * often than stable did. An outage is forgotten once a complete window after it is significantly healthy.
 */
function checkAgainstPastStable(step: Step, evidence: Evidence, current: MonitoringWindow): string[] {
  const { stable } = evidence
  const since = getUnmatchedLoads(evidence)
  const lowest = 100 * getLowerBound(since.failures, since.loads)
  const before = 100 * getUpperBound(stable.failures, stable.loads)
  if (lowest - before <= step.marginPoints) return []
  const recent = 100 * getUpperBound(current.failures, current.loads)
  if (isWindowComplete(step, current) && recent - before <= step.marginPoints) return []
  return [
    `needs manual approval, or ${step.minimumLoads.toLocaleString('en')} healthy loads in a row: at 100 % at least ${format(lowest)} % of loads fail, compared with at most ${format(before)} % of stable`,
  ]
}

/** Whether a monitoring window has as many loads, over as much time, as the step requires. */
export function isWindowComplete(
  { minimumLoads, bakeMinutes }: Step,
  { loads, bakedMs }: MonitoringWindow,
): boolean {
  return loads >= minimumLoads && bakedMs >= bakeMinutes * 60_000
}

function checkAgainstStable({ marginPoints }: Step, evidence: Evidence): string[] {
  const points = getWorstCasePoints(evidence)
  if (points <= marginPoints) return []
  return [
    `needs more loads: it may be ${format(points)} points worse than stable, and ${marginPoints} are allowed`,
  ]
}

/** How much worse than stable the canary may be, with 95 % confidence, in percentage points. */
function getWorstCasePoints({ matched: { loads, failures, expectedFailures } }: Evidence): number {
  return loads === 0 ? 100 : 100 * (getUpperBound(failures, loads) - expectedFailures / loads)
}

function describeEvidence(evidence: Evidence): string {
  const { failures, loads } = evidence.canary
  const excess = format(getExcessPoints(evidence))
  return `${failures} of ${loads} loads failed, ${excess} points more than stable (e-value ${format(getEValue(evidence))})`
}

function format(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}
