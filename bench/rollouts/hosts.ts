import { formatNumber } from '@portico/kit/format.ts'
import type { SignalName, VitalName } from '@portico/protocol/discovery/load-report.ts'
import type { Random } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import { percentile } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { simulateRegression } from './regression.ts'
import { createVisits, type VisitRates } from './simulation/visits.ts'

const seed = 20261128
/** What the host plugin tells besides loads: see shared/host/host-reports.ts. */
const reportedByHosts: ReadonlySet<SignalName | VitalName> = new Set(['error', 'load'])

interface Fault {
  readonly name: string
  /** The share of the canary's loads that fails; 1 % by default, as with stable. */
  readonly failures?: number
  readonly visits?: Omit<VisitRates, 'usual'>
}

const faults: readonly Fault[] = [
  { name: 'failed loads 1 -> 5 %', failures: 0.05 },
  { name: 'errors 1 -> 5 %', visits: { rates: { error: { stable: 0.01, canary: 0.05 } } } },
  { name: 'load time + 30 %', visits: { slower: { load: () => 1.3 } } },
]

/** Compares how soon a broken remote is caught in the host of another team with how soon it is in Portico's shell. */
export function benchHosts(runs: number): ResultRow[] {
  return faults.map((fault) => {
    const [host, shell] = [simulate(fault, runs, reportedByHosts), simulate(fault, runs)]
    for (const [name, loads] of Object.entries({ host, shell }))
      console.log(
        `${fault.name}, ${name}: canary loads until caught, median ${loads.map(formatNumber).join(' / 95 %: ')}`,
      )
    return createResultRow({
      name: `${fault.name}: canary loads until caught, median`,
      ...{ value: host[0] ?? 0, unit: 'loads', against: 'a remote in Portico’s shell', other: shell[0] ?? 0 },
      target: 1.1,
    })
  })
}

/** The median and the 95th percentile of the canary's loads. */
function simulate(
  { failures = 0.01, visits = {} }: Fault,
  runs: number,
  reported?: VisitRates['reported'],
): number[] {
  const rates = { usual: 0.02, ...visits, ...(reported && { reported }) }
  const { caught } = simulateRegression({
    ...{ seed, runs, loadsPerMinute: 400, bucketSeconds: 6, untilCaught: true, limitMinutes: 200 },
    failures: { stable: 0.01, canary: failures },
    createVisits: (random: Random) => createVisits(rates, random),
  })
  return [percentile(caught, 0.5), percentile(caught, 0.95)]
}
