import * as v from 'valibot'
import { CountsSchema } from './rollout-record.ts'

/** The failure rates, as multiples of stable's, that the evidence looks for. */
const ratios = [1.5, 2, 3, 5, 10, 30, 100] as const

/**
 * How much of the first trust each of them gets. Fixed, and 1 together: so E begins at 1, and a healthy release is safe
 * whatever they are. Most is in the middle: at 30 and 100 times the fifth failure decides anyway, and 2 has neighbours.
 */
const weights = [0.15, 0.06, 0.18, 0.25, 0.26, 0.09, 0.01] as const

const minimumBatchLoads = 20
// Of the canary: a batch of one or two of its loads says little of the share of failures that it had to expect.
const enoughBatchLoads = 5
const longestBatchMs = 30_000 // a quiet site does not wait longer for them
const largestStrength = 1e9 // the number goes into JSON, which knows no infinity
/** Failures have to be seen from so many networks before they roll back; no more are remembered. */
export const rollbackNetworks = 3

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const ArmSchema = CountsSchema.entries.canary

/** Shape of the reports of ten seconds, of all servers together. */
const ReportBucketSchema = v.strictObject({
  atMs: Count,
  canary: ArmSchema,
  stable: ArmSchema,
  /** Marks of the networks that the canary's failures came from: any texts that tell them apart. */
  failingNetworks: v.array(v.string()),
})

/** The reports of ten seconds. */
export type ReportBucket = v.InferOutput<typeof ReportBucketSchema>

/** Shape of everything that is known of how a canary does. A rollout keeps it; it holds no visitor. */
export const EvidenceSchema = v.strictObject({
  /** log E for each of `ratios`. */
  logE: v.pipe(v.array(v.number()), v.length(ratios.length)),
  canary: ArmSchema,
  stable: ArmSchema,
  /** Of the canary, while there was a stable to compare with. */
  matched: v.strictObject({ ...ArmSchema.entries, expectedFailures: v.number() }),
  failingNetworks: v.array(v.string()),
  /** Buckets that are not yet a batch, at the time of the first. */
  open: v.nullable(ReportBucketSchema),
  /** Buckets up to here are counted; null: none. */
  untilMs: v.nullable(Count),
})

/** Everything that is known of how a canary does. */
export type Evidence = v.InferOutput<typeof EvidenceSchema>

type Arm = v.InferOutput<typeof ArmSchema>

/** Shape of a part of the watch at 100 %: its loads, and how long reports arrived in it. */
export const WindowSchema = v.object({ loads: v.number(), failures: v.number(), bakedMs: v.number() })

/** A part of the watch at 100 %. */
export type MonitoringWindow = v.InferOutput<typeof WindowSchema>

/** Before the first load. */
export const emptyWindow: MonitoringWindow = { loads: 0, failures: 0, bakedMs: 0 }

/** What is known before the first report. */
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
 * The evidence after ten more seconds of reports. A bucket that is counted already changes nothing, so that a server
 * which died half-way may begin again. Buckets wait until they are a batch: 20 loads, of which 5 are the canary's unless
 * half a minute has passed. No failure has a say in that: E holds for every way of cutting which does not look at them.
 */
export function addReports(evidence: Evidence, bucket: ReportBucket): Evidence {
  if (evidence.untilMs !== null && bucket.atMs <= evidence.untilMs) return evidence
  const open = evidence.open === null ? bucket : sumBuckets(evidence.open, bucket)
  const waiting = { ...evidence, untilMs: bucket.atMs }
  return isBatch(open, bucket.atMs) ? { ...addBatch(waiting, open), open: null } : { ...waiting, open }
}

function isBatch({ atMs, canary, stable }: ReportBucket, untilMs: number): boolean {
  const isLarge = canary.loads + stable.loads >= minimumBatchLoads
  return isLarge && (canary.loads >= enoughBatchLoads || untilMs - atMs >= longestBatchMs)
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
    // Batch by batch: with plain totals an earlier outage would hide that the canary is worse now.
    matched:
      stable.loads === 0
        ? matched
        : { ...plus(matched, canary), expectedFailures: matched.expectedFailures + expectedFailures },
    failingNetworks: known(evidence.failingNetworks, failingNetworks),
  }
}

// Given how many loads failed in both arms, each was the canary's with the chance theta unless the canary is worse.
function updateLogE(logE: readonly number[], canary: Arm, stable: Arm): number[] {
  const failures = canary.failures + stable.failures
  if (failures === 0) return [...logE]
  const theta = canary.loads / (canary.loads + stable.loads)
  return ratios.map(
    (ratio, at) =>
      (logE[at] ?? 0) + canary.failures * Math.log(ratio) - failures * Math.log1p(theta * (ratio - 1)),
  )
}

/** E: from 1 on, the larger the surer that the canary is worse. A healthy one ever reaches x with a chance of 1/x. */
export function getEValue({ logE }: Evidence): number {
  const strength = weights.reduce((sum, weight, at) => sum + weight * Math.exp(logE[at] ?? 0), 0)
  return Math.min(strength, largestStrength)
}

/** How much larger a share of the canary's loads fails than of stable's at the same time, in percentage points. */
export function getExcessPoints({ matched: { loads, failures, expectedFailures } }: Evidence): number {
  return loads === 0 ? 0 : (100 * (failures - expectedFailures)) / loads
}

/** What the canary did while there was nobody to compare with: at 100 %. */
export function getUnmatchedLoads({ canary, matched }: Evidence): Arm {
  return { loads: canary.loads - matched.loads, failures: canary.failures - matched.failures }
}

function plus(a: Arm, b: Arm): Arm {
  return { loads: a.loads + b.loads, failures: a.failures + b.failures }
}

function known(before: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...before, ...more])].slice(0, rollbackNetworks)
}
