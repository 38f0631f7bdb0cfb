import { addReports } from '@portico/protocol/rollout/add-reports.ts'
import { emptyEvidence } from '@portico/protocol/rollout/evidence.ts'
import { describeAlarm, isSevereAndSustained } from '@portico/protocol/rollout/monitoring.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { createIndependentLoads } from '@portico/tools/release-cli/simulation/independent-loads.ts'
import { createSeededRandom } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { createVisits, type VisitRates } from './simulation/visits.ts'
import { describeQuantiles } from './summary.ts'

const seed = 20261128
const usual = 0.02
const traffic = { loadsPerMinute: 400, failures: { canary: () => 0.005, stable: () => 0.005 } }
const minutes = { before: 100, after: 600 }

const changes: readonly {
  readonly name: string
  readonly visits: VisitRates
  readonly maxAlarms?: number
}[] = [
  { name: 'healthy', visits: { usual }, maxAlarms: 10 }, // one in two million loads: 12 % of runs at most
  { name: 'errors 2 -> 4 %', visits: { usual, rates: { error: { stable: usual, canary: 0.04 } } } },
  { name: 'errors 2 -> 20 %', visits: { usual, rates: { error: { stable: usual, canary: 0.2 } } } },
  { name: 'INP + 50 %', visits: { usual, slower: { inp: () => 1.5 } } },
]

/** Simulates releases that change when they reach 100 %, after 40,000 loads at 50 %: after how many loads it is noticed. */
export function benchMonitoring(runs: number): ResultRow[] {
  return changes.flatMap(({ name, visits, maxAlarms }) => {
    const ends = Array.from({ length: runs }, (_, run) => monitor(visits, seed + run))
    const alarms = ends.map(({ alarm }) => alarm)
    const share = (100 * alarms.filter(Number.isFinite).length) / runs
    const rolledBack = ends.filter(({ isRolledBack }) => isRolledBack).length
    const median = describeQuantiles(alarms, [0.5])
    console.log(
      `at 100 %, ${name}: alarms in ${share.toFixed(1)} % of ${runs} within ${minutes.after * 400} loads, median after ${median}; ${rolledBack} rolled back`,
    )
    if (maxAlarms === undefined) return []
    const limits = { unit: '%', target: 1, against: `${maxAlarms} %`, other: maxAlarms }
    return [createResultRow({ ...limits, name: `at 100 %, ${name}: false alarms`, value: share })]
  })
}

function monitor(visits: VisitRates, seedOfRun: number): { alarm: number; isRolledBack: boolean } {
  const random = createSeededRandom(seedOfRun)
  const before = createIndependentLoads({ ...traffic, visits: createVisits({ usual }, random) }, random)
  const after = createIndependentLoads({ ...traffic, visits: createVisits(visits, random) }, random)
  let evidence = emptyEvidence
  let alarm = Number.POSITIVE_INFINITY
  for (let minute = 1; minute <= minutes.before + minutes.after; minute += 1) {
    const isFull = minute > minutes.before
    const share = isFull ? fullShare : fullShare / 2
    const bucket = (isFull ? after : before)({ atSeconds: 60 * minute, seconds: 60, share })
    evidence = addReports(evidence, bucket, { share, marginPoints: [], ownMarginPoints: 0.5 })
    if (describeAlarm(evidence) !== null)
      alarm = Math.min(alarm, evidence.canary.loads - evidence.matched.loads)
    if (isSevereAndSustained(evidence)) return { alarm, isRolledBack: true }
  }
  return { alarm, isRolledBack: false }
}
