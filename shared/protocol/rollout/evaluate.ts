import { formatCount, formatNumber, formatSignificant, pluralize } from '@portico/kit/format.ts'
import { type SignalName, signalNames, vitalNames } from '../discovery/load-report.ts'
import { getLogEOfLess } from './e-value.ts'
import {
  type Evidence,
  getAdvanceEValue,
  getEValue,
  getExcessPoints,
  getHardEValue,
  getSignalEValue,
} from './evidence.ts'
import { describeAlarm, isSevereAndSustained } from './monitoring.ts'
import { getFailingNetworksNeeded, reportingNetworksNeeded } from './networks-needed.ts'
import { fullShare } from './plans.ts'
import type { CountedBy, Step } from './rollout-record.ts'
import { countedSignals, signalMargin, signals } from './signals.ts'
import { getMarginPercent, getVitalGate, vitals } from './vitals.ts'

/** The evidence at which a rollout pauses. */
export const pauseEValue = 100
const rollbackEValue = 1_000 // a healthy release reaches it in at most one of 1,000 rollouts
const advanceEValue = 20 // a release that is worse by the margin reaches it in at most one of 20 rollouts
const patience = 2 // times the minimum loads: soft signals and silence hold a step no longer, because few visitors prove little
const minimumFailures = 5
const minimumExcessPercent = 0.2 // below it, a rollback costs more than the failures

/** The result of an evaluation. `hold` names what is missing. */
export type Evaluation =
  | { readonly kind: 'rollback' | 'pause' | 'advance'; readonly reason: string }
  | { readonly kind: 'hold'; readonly missing: readonly Describe[] }

/** Only called when the text is needed: formatting a number takes longer than the evaluation. */
type Describe = (countedBy: CountedBy) => string

export interface EvaluationInput {
  readonly step: Step
  readonly evidence: Evidence
  /** Loads of the canary in this step. */
  readonly stepLoads: number
  readonly bakedMs: number
  /** True after a paused rollout was resumed manually: the same evidence must not pause it again. */
  readonly isPauseWaived: boolean
}

/**
 * Evaluates a rollout with tests that are valid at any time: however often it runs, a healthy release is rolled back in
 * at most 0.1 % of rollouts, and a release that is worse by a step's margin passes it in at most 5 % (Ville's inequality).
 * Too few reports, or reports from too few networks, hold the rollout; they never advance it or roll it back.
 */
export function evaluate(input: EvaluationInput): Evaluation {
  const { step, evidence, isPauseWaived } = input
  const eValue = getEValue(evidence)
  const worse = listWorse(evidence, step)
  const reason = () => describeEvidence(evidence, worse)
  const isHard = worse.some((what) => what === 'loads' || signals[what].isHard)
  if (isHard && getHardEValue(evidence) >= rollbackEValue) return { kind: 'rollback', reason: reason() }
  if (worse.length > 0 && eValue >= pauseEValue && !isPauseWaived) return { kind: 'pause', reason: reason() }
  if (isSevereAndSustained(evidence))
    return { kind: 'rollback', reason: `At 100 %, ${describeAlarm(evidence) ?? 'it fails'}` }
  const missing = findMissing(input, eValue)
  return missing.length === 0 ? { kind: 'advance', reason: reason() } : { kind: 'hold', missing }
}

/** What is so much worse, in so many networks, that a decision may follow: loads that failed, and signals. */
function listWorse(evidence: Evidence, { share }: Step): ('loads' | SignalName)[] {
  const networksNeeded = getFailingNetworksNeeded(share)
  const isWorse = (failures: number, excess: number, networks: number) =>
    failures >= minimumFailures && excess >= minimumExcessPercent && networks >= networksNeeded
  const { canary, matched, failingNetworks, reportingNetworks } = evidence
  // A visitor fails once, but loads often.
  const toPercent = (excess: number) =>
    (100 * excess) / Math.max(1, Math.min(reportingNetworks, matched.loads))
  const excess = toPercent(matched.failures - matched.expectedFailures)
  const worse = signalNames.filter((name) => {
    const signal = evidence.signals[name]
    if (signal === undefined) return false
    return isWorse(signal.matched, toPercent(signal.matched - signal.expected), signal.matched)
  })
  return isWorse(canary.failures, excess, failingNetworks) ? ['loads', ...worse] : worse
}

function findMissing(input: EvaluationInput, eValue: number): Describe[] {
  const { step, evidence, stepLoads, bakedMs } = input
  if (step.share === 0) return [() => 'needs manual approval: `advance` ends the testers’ step']
  if (step.minimumLoads === 0) return []
  const loads = Math.max(0, step.minimumLoads - stepLoads)
  const minutes = Math.ceil(Math.max(0, step.bakeMinutes - bakedMs / 60_000))
  const networks = Math.max(0, reportingNetworksNeeded - evidence.reportingNetworks)
  const missing = [
    loads > 0 && (() => `needs ${formatCount(loads, 'more load', 'more loads')}`),
    minutes > 0 && (() => `needs ${formatCount(minutes, 'more minute', 'more minutes')} of reports`),
    networks > 0 &&
      ((countedBy: CountedBy) =>
        `needs reports from ${formatCount(networks, `more ${countedBy}`, `more ${countedBy}s`)}`),
    eValue >= pauseEValue &&
      (() => `needs manual approval: the evidence against it is ${formatSignificant(eValue)}`),
  ].filter((text) => text !== false)
  // Only when nothing else is missing: before, the number would be meaningless.
  if (missing.length > 0) return missing
  return step.share === fullShare ? checkAgainstPast(evidence) : checkAgainstStable(input)
}

/** At 100 % there is no stable arm to compare with, only the past. */
function checkAgainstPast(evidence: Evidence): Describe[] {
  const alarm = describeAlarm(evidence)
  return alarm === null ? [] : [() => `needs healthy loads, or manual approval: at 100 %, ${alarm}`]
}

/** Everything that may still be worse than stable by more than the step's margin. */
function checkAgainstStable({ step, evidence, stepLoads }: EvaluationInput): Describe[] {
  const { marginPoints, minimumLoads } = step
  const share = evidence.share / fullShare
  const isPatient = stepLoads < patience * minimumLoads
  const seen = countedSignals.filter((name) => {
    const signal = evidence.signals[name]
    if (signal === undefined || !(isPatient || (signals[name].isHard && name !== 'silent'))) return false
    const ofHalf = Math.exp(getLogEOfLess(signal.logE, share))
    return (getAdvanceEValue(evidence, signalMargin * marginPoints, name) + ofHalf) / 2 < advanceEValue
  })
  const slow = vitalNames.filter((name) => {
    const gate = evidence.vitals[name]?.gates
    return isPatient && gate !== undefined && getVitalGate(gate, marginPoints, share) < advanceEValue
  })
  const points = (count: number) => `${formatSignificant(count)} ${pluralize(count, 'point')}`
  const visitors = () => seen.map((name) => signals[name].visitors).join(' or ')
  const times = () => slow.map((name) => vitals[name].time).join(', ')
  return [
    getAdvanceEValue(evidence, marginPoints) < advanceEValue &&
      (() => `needs more loads: it may still be more than ${points(marginPoints)} worse than stable`),
    seen.length > 0 &&
      (() =>
        `needs more loads: ${points(signalMargin * marginPoints)} and half as many visitors again may have ${visitors()}`),
    slow.length > 0 &&
      (() =>
        `needs more loads: it may still be more than ${getMarginPercent(marginPoints)} % worse in ${times()}`),
  ].filter((text) => text !== false)
}

function describeEvidence(evidence: Evidence, worse: readonly ('loads' | SignalName)[]): string {
  const { failures, loads } = evidence.canary
  const excess = formatSignificant(getExcessPoints(evidence))
  const ofLoads = `${formatNumber(failures)} of ${formatNumber(loads)} loads failed, ${excess} points more than stable`
  const texts = signalNames.flatMap((name) => {
    const signal = evidence.signals[name]
    // Not what chance alone explains.
    if (signal === undefined || !worse.includes(name) || getSignalEValue(evidence, name) <= 1) return []
    const expected = formatSignificant(signal.expected)
    return `${formatCount(signal.matched, 'visitor')} ${signals[name].visitors}, where ${expected} would with stable`
  })
  const all = worse.includes('loads') || texts.length === 0 ? [ofLoads, ...texts] : [...texts, ofLoads]
  return `${all.join('; ')} (e-value ${formatSignificant(getEValue(evidence))})`
}
