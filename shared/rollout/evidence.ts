import * as v from 'valibot'
import { OldEvidenceSchema } from './old-evidence.ts'
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
/** A rollback requires failures from this many networks. */
export const rollbackNetworks = 3

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const ArmSchema = CountsSchema.entries.canary

/** Schema of the loads of each browser family. */
const FamiliesSchema = v.record(v.string(), CountsSchema)

/** The loads of each browser family. */
type Families = v.InferOutput<typeof FamiliesSchema>

/** The reports since the last evaluation, from all servers. */
export interface ReportBucket {
  readonly atMs: number
  /** The new loads. */
  readonly families: Families
  /** Networks in which a counted load of the canary failed, in the whole rollout so far. */
  readonly failingNetworks: number
  /** Networks with a counted load of the canary, in the whole rollout so far. */
  readonly reportingNetworks: number
}

const CurrentEvidenceSchema = v.strictObject({
  /** log E for each of `ratios`. */
  logE: v.pipe(v.array(v.number()), v.length(ratios.length)),
  canary: ArmSchema,
  stable: ArmSchema,
  /** Of the canary, while there was a stable arm to compare with. */
  matched: v.strictObject({ ...ArmSchema.entries, expectedFailures: v.number() }),
  /** All loads so far, with those that are not a batch yet. */
  counted: FamiliesSchema,
  failingNetworks: Count,
  reportingNetworks: Count,
  /** Loads that are not a batch yet, with the time of the first. */
  open: v.nullable(v.strictObject({ atMs: Count, ...CountsSchema.entries })),
  /** Buckets up to this time are counted; null: none. */
  untilMs: v.nullable(Count),
})

/** Schema of the evidence of a rollout. It contains nothing about individual visitors. */
export const EvidenceSchema = v.union([CurrentEvidenceSchema, OldEvidenceSchema])

/** The evidence of a rollout. */
export type Evidence = v.InferOutput<typeof CurrentEvidenceSchema>

type Arm = v.InferOutput<typeof ArmSchema>
type Counts = v.InferOutput<typeof CountsSchema>
type OpenBatch = NonNullable<Evidence['open']>

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
  counted: {},
  failingNetworks: 0,
  reportingNetworks: 0,
  open: null,
  untilMs: null,
}

/**
 * Returns the evidence after ten more seconds of reports. A bucket that was counted already changes nothing, so a server
 * that crashed can start again. Buckets accumulate into batches of 20 loads, at least 5 of them of the canary unless half
 * a minute has passed. Failures play no part in that: E is valid for any batching that ignores them.
 */
export function addReports(evidence: Evidence, bucket: ReportBucket): Evidence {
  const { atMs, families, failingNetworks, reportingNetworks } = bucket
  if (evidence.untilMs !== null && atMs <= evidence.untilMs) return evidence
  const counted = sumFamilies(evidence.counted, families)
  const waiting = { ...evidence, counted, failingNetworks, reportingNetworks, untilMs: atMs }
  const { atMs: since, ...loads } = evidence.open ?? { ...noLoads, atMs }
  const open = { atMs: since, ...Object.values(families).reduce(addLoads, loads) }
  return isBatch(open, atMs) ? { ...addBatch(waiting, open), open: null } : { ...waiting, open }
}

const noLoads: Counts = { canary: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } }

function sumFamilies(before: Families, more: Families): Families {
  const sums = Object.entries(more).map(([name, loads]) => [name, addLoads(before[name] ?? noLoads, loads)])
  return { ...before, ...Object.fromEntries(sums) }
}

function addLoads(before: Counts, { canary, stable }: Counts): Counts {
  return { canary: plus(before.canary, canary), stable: plus(before.stable, stable) }
}

function isBatch({ atMs, canary, stable }: OpenBatch, untilMs: number): boolean {
  const isLarge = canary.loads + stable.loads >= minimumBatchLoads
  return isLarge && (canary.loads >= enoughBatchLoads || untilMs - atMs >= maxBatchMs)
}

function addBatch(evidence: Evidence, { canary, stable }: Counts): Evidence {
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
