import * as v from 'valibot'
import { type SignalName, signalNames } from '../discovery/load-report.ts'
import { emptyLogE, type Failures, priors, sumEValue, updateLogE } from './e-value.ts'
import type { Counts } from './rollout-record.ts'
import { vitals } from './vitals.ts'

/**
 * What a release can do to a page view besides not loading. Each counts once for a visitor in a rollout. Hard signals roll a
 * release back; soft ones only pause it. The weights are parts of one error budget; what they leave belongs to the loads.
 */
export const signals = {
  /** An error or a rejected promise that nobody caught, or one that the remote reported. */
  error: { isHard: true, weight: 0.66, visitors: 'had an uncaught error' },
  /** The remote said that something failed: `host.failure('checkout')`. */
  failure: { isHard: true, weight: 0.05, visitors: 'saw something fail' },
  /** A request of the remote failed, or was answered with 4xx or 5xx. */
  request: { isHard: false, weight: 0.013, visitors: 'had a request fail' },
  /** A script of the release blocked the page for half a second. */
  blocked: { isHard: false, weight: 0.013, visitors: 'had their page blocked' },
  /** What was on the screen moved by more than a tenth of it. */
  shift: { isHard: false, weight: 0.013, visitors: 'saw the page move' },
  /** A value of the remote's own was out of its bounds: `host.measure('search results', 0, { min: 1 })`. */
  measure: { isHard: false, weight: 0.013, visitors: 'had a measure out of its bounds' },
  /** Its slowest interaction took longer than three quarters of stable's. */
  'slow-interaction': { isHard: false, weight: 0.013, visitors: 'waited for an interaction' },
  /** Its largest paint came later than three quarters of stable's. */
  'slow-paint': { isHard: false, weight: 0.013, visitors: 'waited for the page’s content' },
  /** It took longer to load than three quarters of stable's loads. */
  'slow-load': { isHard: false, weight: 0.013, visitors: 'waited for the remote' },
  /** The page used more memory than three quarters of stable's pages. */
  memory: { isHard: false, weight: 0.013, visitors: 'had a page that needs much memory' },
  /** They left, or loaded the page again, within seconds. */
  leave: { isHard: false, weight: 0.013, visitors: 'left at once' },
  /** Of the shell: nothing was reported of their page. Only the server sees it. */
  silent: { isHard: true, weight: 0.06, visitors: 'had a page that never answered' },
} as const satisfies Record<SignalName, unknown>

/** How much more frequent a signal may be in a step, as a multiple of how much more often loads may fail. */
export const signalMargin = 2

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

// As a share of first views: the tabs of more visitors are killed before a shell starts that is in no cache.
const minimumSilence = 0.1

/** How many browser families are compared on their own. */
export const maxFamilies = 10

const LogESchema = v.pipe(v.array(v.number()), v.length(emptyLogE.length))

/** Schema of the evidence of one signal. */
const SignalEvidenceSchema = v.strictObject({
  /** log E for each ratio. */
  logE: LogESchema,
  /** The same by browser family, of silent pages: a shell may be dead in one of them. */
  families: v.exactOptional(
    v.record(
      v.string(),
      v.strictObject({
        ...{ logE: LogESchema, canary: Count, stable: Count },
        expected: v.optional(v.number(), 0),
      }),
    ),
  ),
  /** Visitors of each arm with the signal. */
  canary: Count,
  stable: Count,
  /** What its first occurrence took over from the evidence of the loads, at most 1. */
  stake: v.number(),
  /** Those of the canary while there was a stable arm to compare with, and how many there would be if it weren't worse. */
  matched: Count,
  expected: v.number(),
})

/** Schema of the evidence of the signals that occurred. */
export const SignalsEvidenceSchema = v.strictObject(
  v.entriesFromList(signalNames, v.exactOptional(SignalEvidenceSchema)),
)

type SignalEvidence = v.InferOutput<typeof SignalEvidenceSchema>

export type SignalsEvidence = v.InferOutput<typeof SignalsEvidenceSchema>

/** The signals that are no vitals: each load may have them. */
export const countedSignals = signalNames.filter(
  (name) => !Object.values(vitals).some(({ signal }) => signal === name),
)

/** New visitors with a signal, by arm; of silent pages also by browser family. */
export type SignalCounts = Readonly<
  Partial<Record<SignalName, Failures & { readonly families?: Readonly<Record<string, Failures>> }>>
>

export const noVisitors: Failures = { canary: 0, stable: 0 }
const unseen = { ...noVisitors, matched: 0, expected: 0 }

/**
 * Returns the evidence after more visitors with signals. `share` from 0 to 1: at 1 they are only counted. `loadEValue`: E of the
 * loads before, from which a signal that occurs for the first time takes its part.
 */
export function addSignals(
  before: SignalsEvidence,
  counts: SignalCounts,
  { share, loadEValue }: { readonly share: number; readonly loadEValue: number },
): SignalsEvidence {
  const after = { ...before }
  for (const name of signalNames) {
    const { canary, stable, families }: NonNullable<SignalCounts[SignalName]> = counts[name] ?? noVisitors
    if (canary + stable === 0) continue
    const known: SignalEvidence = before[name] ?? {
      ...unseen,
      logE: [...emptyLogE],
      stake: Math.min(1, loadEValue),
    }
    after[name] = {
      logE: [...updateLogE(known.logE, { canary, stable }, share)],
      ...(families && { families: addFamilies(known.families, families, share) }),
      stake: known.stake,
      canary: known.canary + canary,
      stable: known.stable + stable,
      matched: known.matched + (share < 1 ? canary : 0),
      expected: known.expected + getExpected(stable, share),
    }
  }
  return after
}

/** How many of the canary's visitors would have a signal at the same time if it weren't worse. */
function getExpected(stable: number, share: number): number {
  return share < 1 ? (stable * share) / (1 - share) : 0
}

function addFamilies(
  before: SignalEvidence['families'] = {},
  counts: Readonly<Record<string, Failures>>,
  share: number,
): NonNullable<SignalEvidence['families']> {
  const after = { ...before }
  for (const [name, { canary, stable }] of Object.entries(counts)) {
    const known = after[name] ?? { logE: emptyLogE, ...noVisitors, expected: 0 }
    after[name] = {
      logE: [...updateLogE(known.logE, { canary, stable }, share)],
      canary: known.canary + canary,
      stable: known.stable + stable,
      expected: known.expected + getExpected(stable, share),
    }
  }
  return after
}

/**
 * Returns E of the loads and signals together: of those that roll a release back, or of all, which pause it. Each signal that has
 * occurred has taken its part of the loads' E, so the sum is at most x in one of x healthy rollouts, whenever signals first occur.
 */
export function combineEValues(
  evidence: SignalsEvidence,
  { loadEValue, onlyHard, ...context }: CombinedParts,
): number {
  let [ofLoads, ofSignals] = [1, 0]
  for (const name of signalNames) {
    const { isHard, weight } = signals[name]
    const signal = evidence[name]
    if (signal === undefined || (onlyHard && !isHard)) continue
    ofLoads -= weight
    ofSignals += weight * signal.stake * getEValueOf(name, signal, context)
  }
  return ofLoads * loadEValue + ofSignals
}

/** Returns E of one signal. Half of that of silent pages is that of browser families, each alone. */
export function getEValueOf(
  name: SignalName,
  { logE, families = {}, matched, expected }: SignalEvidence,
  { discounts, reportingNetworks, counted }: EValueContext,
): number {
  if (name !== 'silent')
    return sumEValue(logE, discounts, countedSignals.includes(name) ? priors.failures : priors.vitals)
  const getSilence = (silence: SilentViews, reporting: number) =>
    isRelevant(silence, reporting) ? sumEValue(silence.logE, discounts, priors.silence) : 0
  const ofFamilies = Object.entries(families)
    .slice(0, maxFamilies)
    .reduce((sum, [family, of]) => sum + getSilence(of, counted[family]?.canary.loads ?? 0), 0)
  return (getSilence({ logE, canary: matched, expected }, reportingNetworks) + ofFamilies / maxFamilies) / 2
}

type SilentViews = Pick<SignalEvidence, 'logE' | 'canary' | 'expected'>

/** Whether the canary is silent in so many more views that its start alone, without a cache, doesn't explain them. */
function isRelevant({ canary, expected }: SilentViews, reporting: number): boolean {
  return canary - expected >= minimumSilence * (canary + reporting)
}

interface EValueContext {
  /** What an attacker could have added. */
  readonly discounts: readonly number[]
  /** Networks in which the canary has reported. */
  readonly reportingNetworks: number
  /** Loads by browser family. */
  readonly counted: Readonly<Record<string, Counts>>
}

interface CombinedParts extends EValueContext {
  readonly loadEValue: number
  readonly onlyHard: boolean
}
