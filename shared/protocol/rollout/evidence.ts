import * as v from 'valibot'
import type { SignalName } from '../discovery/load-report.ts'
import { getGainBySuccesses } from './advance-test.ts'
import { attackerNetworks, emptyLogE, type Failures, getDiscounts, noAttack, sumEValue } from './e-value.ts'
import { fullShare } from './plans.ts'
import { type Counts, CountsSchema } from './rollout-record.ts'
import {
  combineEValues,
  getEValueOf,
  maxFamilies,
  noVisitors,
  type SignalCounts,
  SignalsEvidenceSchema,
} from './signals.ts'
import { type VitalCounts, VitalsEvidenceSchema } from './vitals.ts'

const dayMs = 24 * 60 * 60_000
/** How many loads of a visitor count in a day. */
export const maxLoadsPerDay = 10

// The error budget: the greater part for all failures and for those of first loads, the rest for at most ten families, each
// alone.
const allWeight = 0.4
const firstWeight = 0.4
const familyWeight = (1 - allWeight - firstWeight) / maxFamilies

const noFailures: Failures = { canary: 0, stable: 0 }

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const LogESchema = v.pipe(v.array(v.number()), v.length(emptyLogE.length))

/** Schema of the loads of each browser family. */
const FamiliesSchema = v.record(v.string(), CountsSchema)

export type Families = v.InferOutput<typeof FamiliesSchema>

/** The reports since the last evaluation, from all servers. */
export interface ReportBucket {
  readonly atMs: number
  readonly families: Families
  /** How many of their failures were in a visitor's first load since the share grew. */
  readonly firstFailures: Failures
  /** Visitors with a signal for the first time. */
  readonly signals?: SignalCounts
  /** What pages took: of each visitor the first value. */
  readonly vitals?: VitalCounts
  /** Networks in which a counted load of the canary failed, in the whole rollout so far. */
  readonly failingNetworks: number
  /** Networks with a counted load of the canary, in the whole rollout so far. */
  readonly reportingNetworks: number
}

const Detectors = v.record(v.string(), v.array(v.number()))

/** Schema of what is watched at 100 %: Shiryaev–Roberts detectors, by what may get worse. */
const MonitoringSchema = v.strictObject({
  /** Of rates above the past and the step's margin. */
  worse: Detectors,
  /** Of hard signals that are much more frequent than in the past. */
  severe: Detectors,
  /** Since when the latter raise an alarm; null: they don't. */
  severeSinceMs: v.nullable(v.number()),
})

export type Monitoring = v.InferOutput<typeof MonitoringSchema>

/** Before the release is at 100 %. */
const notMonitored: Monitoring = { worse: {}, severe: {}, severeSinceMs: null }

/** By margin in points: the e-value against "the canary is worse by this or more". */
const AdvanceSchema = v.record(
  v.string(),
  v.strictObject({
    logE: v.number(),
    /** By how much a network that fails once with stable could have raised it at most. */
    attack: v.number(),
  }),
)

export type Advance = v.InferOutput<typeof AdvanceSchema>

/** Schema of the evidence of a rollout. It contains nothing about individual visitors. */
export const EvidenceSchema = v.strictObject({
  /** log E for each ratio, for all browsers together. */
  logE: LogESchema,
  /** log E for each ratio, of failures in a visitor's first load since the share grew. */
  firstLogE: v.optional(LogESchema, [...emptyLogE]),
  /** log E for each ratio, by browser family. */
  families: v.record(v.string(), LogESchema),
  /** By which factor one network that fails only in the canary could have raised E so far, for each ratio. */
  attack: LogESchema,
  /** The share of the last reports, in basis points. */
  share: Count,
  advance: AdvanceSchema,
  /** The same of signals, by name; `unseen`: of those that have never occurred. */
  signalAdvance: v.optional(v.record(v.string(), AdvanceSchema), {}),
  ...CountsSchema.entries,
  /** Of the canary, while there was a stable arm to compare with. */
  matched: v.strictObject({ ...CountsSchema.entries.canary.entries, expectedFailures: v.number() }),
  /** All loads so far, by browser family. */
  counted: FamiliesSchema,
  /** Failures so far in a visitor's first load since the share grew. */
  firstFailures: v.optional(v.strictObject({ canary: Count, stable: Count }), noFailures),
  signals: v.optional(SignalsEvidenceSchema, {}),
  vitals: v.optional(VitalsEvidenceSchema, {}),
  failingNetworks: Count,
  reportingNetworks: Count,
  /** Loads that are not a batch yet. */
  open: CountsSchema,
  /** Visitors with signals, by name, who are not a batch yet. */
  openSignals: v.optional(
    v.record(v.string(), v.strictObject({ canary: v.number(), stable: v.number() })),
    {},
  ),
  monitoring: v.optional(MonitoringSchema, notMonitored),
  /** Time of the first bucket; null: none yet. */
  sinceMs: v.nullable(Count),
  /** Buckets up to this time are counted; null: none. */
  untilMs: v.nullable(Count),
})

export type Evidence = v.InferOutput<typeof EvidenceSchema>

export const noLoads: Counts = { canary: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } }

/** The evidence before the first report. */
export const emptyEvidence: Evidence = {
  logE: [...emptyLogE],
  firstLogE: [...emptyLogE],
  families: {},
  attack: [...noAttack],
  share: 0,
  advance: {},
  signalAdvance: {},
  ...noLoads,
  matched: { loads: 0, failures: 0, expectedFailures: 0 },
  counted: {},
  firstFailures: noFailures,
  signals: {},
  vitals: {},
  failingNetworks: 0,
  reportingNetworks: 0,
  open: noLoads,
  openSignals: {},
  monitoring: notMonitored,
  sinceMs: null,
  untilMs: null,
}

/**
 * Returns E, which grows with the evidence that the canary is worse in anything. A healthy canary reaches x with probability
 * 1/x at most, even if an attacker fails whenever they get it.
 */
export function getEValue(evidence: Evidence): number {
  return combine(evidence, false)
}

/** Returns E of what rolls a release back: loads that failed, and the hard signals. The same bound as for `getEValue` applies. */
export function getHardEValue(evidence: Evidence): number {
  return combine(evidence, true)
}

function combine(evidence: Evidence, onlyHard: boolean): number {
  const discounts = getDiscounts(evidence.attack)
  const loadEValue = getLoadEValue(evidence, discounts)
  return combineEValues(evidence.signals, { ...evidence, loadEValue, onlyHard, discounts })
}

/** Returns E of one signal; 1: it hasn't occurred. */
export function getSignalEValue(evidence: Evidence, name: SignalName): number {
  const signal = evidence.signals[name]
  const discounts = getDiscounts(evidence.attack)
  return signal === undefined ? 1 : getEValueOf(name, signal, { ...evidence, discounts })
}

/**
 * Returns E of the loads: of all failures, of those that were a visitor's first load, and of each browser family. `discounts`:
 * what an attacker could have added.
 */
export function getLoadEValue(
  { logE, firstLogE, families }: Evidence,
  discounts: readonly number[] = [],
): number {
  return Object.values(families).reduce(
    (sum, family) => sum + familyWeight * sumEValue(family, discounts),
    allWeight * sumEValue(logE, discounts) + firstWeight * sumEValue(firstLogE, discounts),
  )
}

/**
 * Returns the e-value against "the canary is worse by `marginPoints` or more" in loads that fail, or else in visitors with `signal`,
 * with what `attackerNetworks` could have added taken off. A canary that is worse by the margin reaches x with probability 1/x at
 * most.
 */
export function getAdvanceEValue(evidence: Evidence, marginPoints: number, signal?: SignalName): number {
  const { share, sinceMs, untilMs, advance, signalAdvance, signals } = evidence
  const { logE, attack } = getAdvance(signal === undefined ? advance : signalAdvance[signal], marginPoints)
  const counts = signal === undefined ? evidence : withFailures(evidence, signals[signal], signal)
  const days = 1 + Math.floor(((untilMs ?? 0) - (sinceMs ?? 0)) / dayMs)
  const where = { margin: marginPoints / 100, share: share / fullShare }
  const gain = attack + getGainBySuccesses(counts, where, days * maxLoadsPerDay)
  return Math.exp(logE - attackerNetworks * Math.log1p(gain))
}

/** Returns the loads with visitors who have a signal in place of failures. A silent page is none of the loads. */
export function withFailures(
  { canary, stable }: Counts,
  failures: Failures = noVisitors,
  name?: string,
): Counts {
  const more = name === 'silent' ? failures : noVisitors
  return {
    canary: { loads: canary.loads + more.canary, failures: failures.canary },
    stable: { loads: stable.loads + more.stable, failures: failures.stable },
  }
}

/**
 * Returns the evidence against "the canary is worse by `marginPoints` or more". A plan may have changed to a margin without
 * any of its own: that for the next smaller one counts, because a canary that is worse by more is also worse by less.
 */
export function getAdvance(advance: Advance = {}, marginPoints: number): Advance[string] {
  const smaller = Object.keys(advance).filter((points) => Number(points) <= marginPoints)
  return advance[Math.max(...smaller.map(Number))] ?? { logE: 0, attack: 0 }
}

/** Returns how much more often the canary fails than stable at the same time, in percentage points of its loads. */
export function getExcessPoints({ matched }: Evidence): number {
  return matched.loads === 0 ? 0 : (100 * (matched.failures - matched.expectedFailures)) / matched.loads
}
