import * as v from 'valibot'
import type { SignalName, VitalName } from '../discovery/load-report.ts'
import { vitalNames } from '../discovery/load-report.ts'
import { attackerNetworks, type Failures } from './e-value.ts'
import type { Arm } from './rollout-record.ts'

/** The signal that a vital becomes, and its limit where stable is faster: what is publicly called good (ms or MB). */
export const vitals = {
  inp: { signal: 'slow-interaction', good: 200, time: 'response time' },
  lcp: { signal: 'slow-paint', good: 2_500, time: 'paint time' },
  load: { signal: 'slow-load', good: 500, time: 'load time' },
  memory: { signal: 'memory', good: 100, time: 'memory' },
} as const satisfies Record<VitalName, { signal: SignalName; good: number; time: string }>

/** How much more the canary may take: its values are divided by this. */
const tolerance = 1.02
const bucketRatio = 1.08
const bucketCount = 60
const goodBucket = 24 // its upper bound is `good`
const minimumValues = 100 // of stable: what 16 of an attacker's could move its 75th percentile by is limited
const quantile = 0.75

const Histogram = v.pipe(v.array(v.number()), v.length(bucketCount))

/** Schema of what the pages of both arms took. */
export const VitalsEvidenceSchema = v.strictObject(
  v.entriesFromList(
    vitalNames,
    v.exactOptional(
      v.strictObject({
        canary: Histogram,
        stable: Histogram,
        /** By margin of a step: log of the e-value against "the canary is slower by this". */
        gates: v.record(v.string(), v.number()),
      }),
    ),
  ),
)

export type VitalsEvidence = v.InferOutput<typeof VitalsEvidenceSchema>

/** How many new values are in each bucket, by arm. */
export type VitalCounts = Readonly<Partial<Record<VitalName, { canary: number[]; stable: number[] }>>>

type SlowVisitors = Partial<Record<SignalName, Failures>>

/** No value in any bucket. */
export const createHistogram = (): number[] => Array<number>(bucketCount).fill(0)

/** Returns the bucket of a value: they grow by 8 %. */
export function getVitalBucket(vital: VitalName, value: number, arm: 'canary' | 'stable'): number {
  const compared = arm === 'canary' ? value / tolerance : value
  const above = Math.log(compared / vitals[vital].good) / Math.log(bucketRatio)
  return Math.min(Math.max(Math.ceil(goodBucket + above), 0), bucketCount - 1)
}

/** Returns the value that three quarters are below; null: there is none. */
export function getPercentile75(
  evidence: VitalsEvidence,
  vital: VitalName,
  arm: 'canary' | 'stable',
): number | null {
  const known = evidence[vital]
  if (known === undefined) return null
  const bucket = findQuantile(known[arm])
  if (bucket === null) return null
  const upper = vitals[vital].good * bucketRatio ** (bucket.at - goodBucket - bucket.unused)
  return Math.round(upper * (arm === 'canary' ? tolerance : 1))
}

/** Returns how much slower the canary may be in a step whose margin for failures is `points`, as a number of buckets. */
function getShift(points: number): number {
  return Math.max(1, Math.round(2 * points))
}

/** Returns how much slower the canary may be in a step, in percent. */
export function getMarginPercent(points: number): number {
  return Math.round(100 * (tolerance * bucketRatio ** getShift(points) - 1))
}

/**
 * Adds values. Those above the limit become signals: stable's 75th percentile of the values before, so that nobody's own value
 * moves it. If the canary isn't more than 2 % slower, such a value is the canary's with the probability `share` at most.
 */
export function addVitals(
  before: VitalsEvidence,
  counts: VitalCounts,
  { share, marginPoints }: { readonly share: number; readonly marginPoints: readonly number[] },
): { readonly vitals: VitalsEvidence; readonly signals: SlowVisitors } {
  const after = { ...before }
  const signals: SlowVisitors = {}
  for (const name of vitalNames) {
    const more = counts[name]
    if (more === undefined) continue
    const known = before[name] ?? { canary: createHistogram(), stable: createHistogram(), gates: {} }
    const limit = findLimit(known.stable)
    const next = { ...known, canary: add(known.canary, more.canary), stable: add(known.stable, more.stable) }
    after[name] = next
    if (limit === null) continue
    const stable = countAbove(more.stable, limit)
    signals[vitals[name].signal] = { canary: countAbove(more.canary, limit), stable }
    if (share >= 1) continue
    next.gates = Object.fromEntries(
      marginPoints.map((points) => {
        const ratio = getHealthyRatio(points)
        const canary = countAbove(more.canary, limit + getShift(points))
        const logFactor = canary * Math.log(ratio) - (canary + stable) * Math.log1p(share * (ratio - 1))
        return [points, (known.gates[points] ?? 0) + logFactor]
      }),
    )
  }
  return { vitals: after, signals }
}

/** Returns the e-value against "the canary is slower by the margin", without what an attacker's slow values with stable add. */
export function getVitalGate(gates: Readonly<Record<string, number>>, points: number, share: number): number {
  const largest = Math.min(share, 0.5) // where it helps most
  const less = largest * (1 - getHealthyRatio(points))
  const gain = ((1 - largest) * less) / (1 - less)
  return Math.exp((gates[points] ?? 0) - attackerNetworks * Math.log1p(gain))
}

/** How many exceed the limit and the margin with a healthy canary, as a multiple of those that exceed the limit with stable. */
function getHealthyRatio(points: number): number {
  return bucketRatio ** (-1.6 * getShift(points))
}

/** Returns how many of stable's values are above the limit; null: there is none. */
export function getStableAboveLimit(known: VitalsEvidence['inp']): Arm | null {
  const limit = known === undefined ? null : findLimit(known.stable)
  if (known === undefined || limit === null) return null
  return { loads: countAbove(known.stable, -1), failures: countAbove(known.stable, limit) }
}

/** null: stable has too few values. */
function findLimit(stable: readonly number[]): number | null {
  const found = stable.reduce((sum, count) => sum + count, 0) < minimumValues ? null : findQuantile(stable)
  return found && Math.max(goodBucket, found.at)
}

/** The bucket in which the quantile is, and which part of it lies above. */
function findQuantile(histogram: readonly number[]): { at: number; unused: number } | null {
  const wanted = quantile * histogram.reduce((sum, count) => sum + count, 0)
  let below = 0
  for (const [at, count] of histogram.entries()) {
    below += count
    if (count > 0 && below >= wanted) return { at, unused: (below - wanted) / count }
  }
  return null
}

function countAbove(histogram: readonly number[], limit: number): number {
  return histogram.reduce((sum, count, at) => (at > limit ? sum + count : sum), 0)
}

function add(a: readonly number[], b: readonly number[]): number[] {
  return a.map((count, at) => count + (b[at] ?? 0))
}
