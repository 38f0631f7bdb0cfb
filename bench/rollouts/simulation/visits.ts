import type { SignalName, VitalName } from '@portico/protocol/discovery/load-report.ts'
import { vitalNames } from '@portico/protocol/discovery/load-report.ts'
import type { ReportBucket } from '@portico/protocol/rollout/evidence.ts'
import { countedSignals } from '@portico/protocol/rollout/signals.ts'
import { createHistogram, getVitalBucket } from '@portico/protocol/rollout/vitals.ts'
import type { Random } from '@portico/tools/release-cli/simulation/seeded-random.ts'

/** What releases do in page views of a simulated site besides not loading. */
export interface VisitRates {
  /** The share of visits with each signal, in both arms. */
  readonly usual: number
  /** That of the canary or of both arms, where it differs. */
  readonly rates?: SignalRates
  /** By how much the canary's vitals are multiplied, at a minute after the start. */
  readonly slower?: Partial<Record<VitalName, (minute: number) => number>>
  /** What visits report; everything by default. */
  readonly reported?: ReadonlySet<SignalName | VitalName>
}

/** The share of visits with a signal, by arm. */
type SignalRates = Readonly<Partial<Record<SignalName, { readonly canary: number; readonly stable: number }>>>

/** What is known of a visitor, who counts once for each signal and vital. */
export interface VisitState {
  /** Bits of the signals and vitals that were counted. */
  seen: number
  /** Has every signal, in either arm; null: not drawn yet. */
  isTroubled: boolean | null
}

// Log-logistic, which has heavy tails: the 75th percentile, and the spread. With 0.6, 30 % more turns 25 % into 34 %.
const distributions: Readonly<Record<VitalName, readonly [p75: number, spread: number]>> = {
  inp: [250, 0.6],
  lcp: [2_600, 0.4],
  load: [600, 0.5],
  memory: [120, 0.3],
}
/** How many places a value may have among all. */
export const vitalSteps = 4_096
const troubledShare = 0.5 // of the visits with a signal: these visitors have all of them

/** Draws the signals and vitals of visits. */
export function createVisits({ usual, rates = {}, slower = {}, reported }: VisitRates, random: Random) {
  const isReported = (name: SignalName | VitalName) => reported?.has(name) ?? true

  let counts = createCounts()
  let current = { minute: Number.NaN, canary: getTables('canary', 0), stable: getTables('stable', 0) }

  function getTables(arm: 'canary' | 'stable', minute: number): readonly (readonly number[])[] {
    return vitalNames.map((name) => getTable(name, arm, arm === 'canary' ? (slower[name]?.(minute) ?? 1) : 1))
  }

  return {
    /** Counts a visit. `outage`: how much more often something fails in both arms. */
    visit(
      arm: 'canary' | 'stable',
      { minute, outage }: { readonly minute: number; readonly outage: number },
      state: VisitState = { seen: 0, isTroubled: null },
    ): void {
      state.isTroubled ??= random.uniform() < usual * troubledShare
      for (const [at, name] of countedSignals.entries()) {
        // Remotes have no silent pages: see shell-traffic.ts.
        if (name === 'silent' || !isReported(name) || (state.seen & (1 << at)) !== 0) continue
        const rate = (rates[name]?.[arm] ?? usual) - usual * troubledShare
        const ofOutage = name === 'error' || name === 'request' ? outage : 0
        if (!state.isTroubled && random.uniform() >= rate + ofOutage) continue
        state.seen |= 1 << at
        const count = counts.signals[name] ?? { canary: 0, stable: 0 }
        counts.signals[name] = count
        count[arm] += 1
      }
      if (current.minute !== minute) current = { ...current, minute, canary: getTables('canary', minute) }
      const device = random.uniform()
      for (const [at, name] of vitalNames.entries()) {
        const bit = 1 << (countedSignals.length + at)
        if (!isReported(name) || (state.seen & bit) !== 0) continue
        state.seen |= bit
        const place = random.uniform() < 0.5 ? device : random.uniform()
        const bucket = current[arm][at]?.[Math.floor(place * vitalSteps)] ?? 0
        const histogram = counts.vitals[name][arm]
        histogram[bucket] = (histogram[bucket] ?? 0) + 1
      }
    },
    /** Counts everything that can be wrong with the canary, once for a visitor. */
    attack(state: VisitState): void {
      if (state.seen !== 0) return
      state.seen = -1
      for (const name of countedSignals) {
        if (name === 'silent') continue
        const count = counts.signals[name] ?? { canary: 0, stable: 0 }
        counts.signals[name] = count
        count.canary += 1
      }
      for (const { canary } of Object.values(counts.vitals))
        canary[canary.length - 1] = (canary.at(-1) ?? 0) + 1
    },
    /** Returns what was counted since the last time. */
    take(): Pick<ReportBucket, 'signals' | 'vitals'> {
      const taken = counts
      counts = createCounts()
      return taken
    },
  }
}

function createCounts() {
  const signals: Partial<Record<SignalName, { canary: number; stable: number }>> = {}
  const arms = () => ({ canary: createHistogram(), stable: createHistogram() })
  return { signals, vitals: { inp: arms(), lcp: arms(), load: arms(), memory: arms() } }
}

const tables = new Map<string, readonly number[]>()

/** The bucket of the value at a place among all values of stable, of which the canary's are multiples. */
export function drawVitalBucket(
  vital: VitalName,
  {
    arm,
    factor,
    place,
  }: { readonly arm: 'canary' | 'stable'; readonly factor: number; readonly place: number },
): number {
  return getTable(vital, arm, factor)[place] ?? 0
}

/** The buckets of a vital's quantiles. They are the same in all rollouts, and take long to compute. */
function getTable(vital: VitalName, arm: 'canary' | 'stable', factor: number): readonly number[] {
  const key = `${vital} ${arm} ${factor}`
  const known = tables.get(key)
  if (known !== undefined) return known
  const [p75, spread] = distributions[vital]
  const table = Array.from({ length: vitalSteps }, (_, at) => {
    const place = (at + 0.5) / vitalSteps
    return getVitalBucket(vital, factor * p75 * (place / (1 - place) / 3) ** spread, arm)
  })
  tables.set(key, table)
  return table
}
