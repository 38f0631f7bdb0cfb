import { addReports } from '@portico/protocol/rollout/add-reports.ts'
import { type Evidence, emptyEvidence } from '@portico/protocol/rollout/evidence.ts'
import type { Arm, Counts } from '@portico/protocol/rollout/rollout-record.ts'
import { countedSignals } from '@portico/protocol/rollout/signals.ts'
import { getStableAboveLimit, vitals } from '@portico/protocol/rollout/vitals.ts'
import { createIndependentLoads } from '@portico/tools/release-cli/simulation/independent-loads.ts'
import { createSeededRandom } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import type { Regression } from './regression.ts'

const share = 500
const zOfFivePercent = 1.645
const mixture = { variance: 0.01 ** 2, level: 20 } // of differences of about a point, at 5 %

/** Other rules, each of which looks at every signal once a minute. */
export const rivals = {
  'fixed threshold': ({ canary, stable }: Counts) =>
    canary.failures >= 10 && getRate(canary) > 2 * getRate(stable),
  'z-test': (counts: Counts) => {
    const { difference, variance } = compare(counts)
    return difference > zOfFivePercent * Math.sqrt(variance)
  },
  // Johari, Pekelis and Walsh, "Always valid inference", 2015.
  mSPRT: (counts: Counts) => {
    const { difference, variance } = compare(counts)
    const sum = variance + mixture.variance
    const exponent = (mixture.variance * difference ** 2) / (2 * variance * sum)
    return difference > 0 && Math.sqrt(variance / sum) * Math.exp(exponent) >= mixture.level
  },
} as const satisfies Record<string, (counts: Counts) => boolean>

type Rival = keyof typeof rivals

/** Returns after how many canary loads each rule stops a canary of 5 %; infinity: it doesn't. */
export function simulateRivals({
  seed,
  runs,
  loadsPerMinute,
  failures,
  createVisits,
  limitMinutes,
}: Regression): Record<Rival, number[]> {
  const stopped: Record<Rival, number[]> = { 'fixed threshold': [], 'z-test': [], mSPRT: [] }
  const random = createSeededRandom(seed)
  const rateAt = { canary: () => failures.canary, stable: () => failures.stable }
  for (let run = 0; run < runs; run += 1) {
    const traffic = createIndependentLoads(
      { loadsPerMinute, failures: rateAt, visits: createVisits?.(random) },
      random,
    )
    const open = new Map(Object.entries(rivals))
    let evidence = emptyEvidence
    for (let minute = 1; minute <= limitMinutes && open.size > 0; minute += 1) {
      const bucket = traffic({ atSeconds: 60 * minute, seconds: 60, share })
      evidence = addReports(evidence, bucket, { share, marginPoints: [] })
      const counts = listCounts(evidence)
      for (const name of ['fixed threshold', 'z-test', 'mSPRT'] as const) {
        if (!open.has(name) || !counts.some(rivals[name])) continue
        open.delete(name)
        stopped[name].push(evidence.canary.loads)
      }
    }
    for (const name of ['fixed threshold', 'z-test', 'mSPRT'] as const)
      if (open.has(name)) stopped[name].push(Number.POSITIVE_INFINITY)
  }
  return stopped
}

/** Loads that failed, visitors with each signal, and values above the limit. */
function listCounts(evidence: Evidence): Counts[] {
  const { canary, stable, signals } = evidence
  const of = (name: keyof typeof signals, loads: { canary: number; stable: number }): Counts => ({
    canary: { loads: loads.canary, failures: signals[name]?.canary ?? 0 },
    stable: { loads: loads.stable, failures: signals[name]?.stable ?? 0 },
  })
  const all = { canary: canary.loads, stable: stable.loads }
  return [
    { canary, stable },
    ...countedSignals.map((name) => of(name, all)),
    ...(['inp', 'lcp', 'load', 'memory'] as const).map((name) => {
      const values = getStableAboveLimit(evidence.vitals[name])?.loads ?? 0
      return of(vitals[name].signal, { canary: (values * share) / (10_000 - share), stable: values })
    }),
  ]
}

function compare({ canary, stable }: Counts): { difference: number; variance: number } {
  const pooled = (canary.failures + stable.failures) / Math.max(1, canary.loads + stable.loads)
  const variance = pooled * (1 - pooled) * (1 / Math.max(1, canary.loads) + 1 / Math.max(1, stable.loads))
  return { difference: getRate(canary) - getRate(stable), variance: Math.max(variance, 1e-9) }
}

function getRate({ loads, failures }: Arm): number {
  return failures / Math.max(1, loads)
}
