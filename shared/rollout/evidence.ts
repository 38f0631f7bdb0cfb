import * as v from 'valibot'
import { CountsSchema } from './rollout-record.ts'

/** The failure rates that the test looks for, as multiples of stable's. */
const ratios = [1.5, 2, 3, 5, 10, 30, 100] as const

/**
 * The prior weight of each ratio. They are fixed and sum to 1, so E starts at 1 and a healthy release is safe whatever
 * they are. Most weight is in the middle: at 30 and 100 the fifth failure decides anyway, and 2 has neighbours.
 */
const weights = [0.15, 0.06, 0.18, 0.25, 0.26, 0.09, 0.01] as const

const minimumBatchLoads = 20
// Of the canary: one or two of its loads say little about its expected share of failures.
const enoughBatchLoads = 5
const maxBatchMs = 30_000 // the limit on a site with little traffic
const maxEValue = 1e9 // JSON has no infinity
/** A rollback requires failures from this many networks; no more are stored. */
export const rollbackNetworks = 3

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const ArmSchema = CountsSchema.entries.canary

/** Schema of the reports of ten seconds, from all servers. */
const ReportBucketSchema = v.strictObject({
  atMs: Count,
  canary: ArmSchema,
  stable: ArmSchema,
  /** Identifiers of the networks in which the canary failed. */
  failingNetworks: v.array(v.string()),
})

/** The reports of ten seconds. */
export type ReportBucket = v.InferOutput<typeof ReportBucketSchema>

/** Schema of the evidence of a rollout. It contains nothing about individual visitors. */
export const EvidenceSchema = v.strictObject({
  /** log E for each of `ratios`. */
  logE: v.pipe(v.array(v.number()), v.length(ratios.length)),
  canary: ArmSchema,
  stable: ArmSchema,
  /** Of the canary, while there was a stable arm to compare with. */
  matched: v.strictObject({ ...ArmSchema.entries, expectedFailures: v.number() }),
  failingNetworks: v.array(v.string()),
  /** Buckets that are not a batch yet, with the time of the first. */
  open: v.nullable(ReportBucketSchema),
  /** Buckets up to this time are counted; null: none. */
  untilMs: v.nullable(Count),
})

/** The evidence of a rollout. */
export type Evidence = v.InferOutput<typeof EvidenceSchema>

type Arm = v.InferOutput<typeof ArmSchema>

/** Schema of a monitoring window at 100 %: its loads, and how long reports arrived in it. */
export const WindowSchema = v.object({ loads: v.number(), failures: v.number(), bakedMs: v.number() })

/** A monitoring window at 100 %. */
export type MonitoringWindow = v.InferOutput<typeof WindowSchema>

/** Before the first load. */
export const emptyWindow: MonitoringWindow = { loads: 0, failures: 0, bakedMs: 0 }

/** The evidence before the first report. */
export const emptyEvidence: Evidence = {
  logE: ratios.map(() => 0),
  canary: { loads: 0, failures: 0 },
  stable: { loads: 0, failures: 0 },
  matched: { loads: 0, failures: 0, expectedFailures: 0 },
  failingNetworks: [],
  open: null,
  untilMs: null,
}

/**
 * Returns the evidence after ten more seconds of reports. A bucket that was counted already changes nothing, so a server
 * that crashed can start again. Buckets accumulate into batches of 20 loads, at least 5 of them of the canary unless half
 * a minute has passed. Failures play no part in that: E is valid for any batching that ignores them.
 */
export function addReports(evidence: Evidence, bucket: ReportBucket): Evidence {
  if (evidence.untilMs !== null && bucket.atMs <= evidence.untilMs) return evidence
  const open = evidence.open === null ? bucket : sumBuckets(evidence.open, bucket)
  const waiting = { ...evidence, untilMs: bucket.atMs }
  return isBatch(open, bucket.atMs) ? { ...addBatch(waiting, open), open: null } : { ...waiting, open }
}

function isBatch({ atMs, canary, stable }: ReportBucket, untilMs: number): boolean {
  const isLarge = canary.loads + stable.loads >= minimumBatchLoads
  return isLarge && (canary.loads >= enoughBatchLoads || untilMs - atMs >= maxBatchMs)
}

function sumBuckets(open: ReportBucket, bucket: ReportBucket): ReportBucket {
  return {
    atMs: open.atMs,
    canary: plus(open.canary, bucket.canary),
    stable: plus(open.stable, bucket.stable),
    failingNetworks: known(open.failingNetworks, bucket.failingNetworks),
  }
}

function addBatch(evidence: Evidence, { canary, stable, failingNetworks }: ReportBucket): Evidence {
  const { matched } = evidence
  const expectedFailures = (canary.loads * stable.failures) / stable.loads
  return {
    ...evidence,
    logE: updateLogE(evidence.logE, canary, stable),
    canary: plus(evidence.canary, canary),
    stable: plus(evidence.stable, stable),
    // Per batch: with totals, an earlier outage would hide that the canary is worse now.
    matched:
      stable.loads === 0
        ? matched
        : { ...plus(matched, canary), expectedFailures: matched.expectedFailures + expectedFailures },
    failingNetworks: known(evidence.failingNetworks, failingNetworks),
  }
}

// Given the number of failures in both arms, each is the canary's with probability theta unless the canary is worse.
function updateLogE(logE: readonly number[], canary: Arm, stable: Arm): number[] {
  const failures = canary.failures + stable.failures
  if (failures === 0) return [...logE]
  const theta = canary.loads / (canary.loads + stable.loads)
  return ratios.map(
    (ratio, at) =>
      (logE[at] ?? 0) + canary.failures * Math.log(ratio) - failures * Math.log1p(theta * (ratio - 1)),
  )
}

/** Returns E, which grows with the evidence that the canary is worse. A healthy one reaches x with probability 1/x at most. */
export function getEValue({ logE }: Evidence): number {
  const strength = weights.reduce((sum, weight, at) => sum + weight * Math.exp(logE[at] ?? 0), 0)
  return Math.min(strength, maxEValue)
}

/** Returns how much more often the canary fails than stable at the same time, in percentage points. */
export function getExcessPoints({ matched: { loads, failures, expectedFailures } }: Evidence): number {
  return loads === 0 ? 0 : (100 * (failures - expectedFailures)) / loads
}

/** Returns the canary's loads without a stable arm to compare with: at 100 %. */
export function getUnmatchedLoads({ canary, matched }: Evidence): Arm {
  return { loads: canary.loads - matched.loads, failures: canary.failures - matched.failures }
}

function plus(a: Arm, b: Arm): Arm {
  return { loads: a.loads + b.loads, failures: a.failures + b.failures }
}

function known(before: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...before, ...more])].slice(0, rollbackNetworks)
}
