import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'
import { startSite } from '../site/start-site.ts'
import { type DiscoveryCost, measureDiscovery } from './measure-discovery.ts'
import { type TimedPage, timeOpenPages } from './time-open-pages.ts'
import { type TimedRollback, timeRollbacks } from './time-rollbacks.ts'

const FlagsSchema = v.object({
  runs: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,2}$/, 'expected --runs with a number from 1 to 999'),
    v.transform(Number),
  ),
})
const defaultRuns = '20'
// What a visitor may wait for: see the design of releases and rollouts.
const targets = { reports: 10_000, call: 7_000, page: 75_000 } as const
const labels = {
  reports: 'from the deciding report to new pages of two servers on stable',
  call: 'from a rollback by call to new pages of two servers on stable',
  page: 'from a rollback by call to stable in a page that stayed open',
} as const
type Timed = TimedRollback | TimedPage

const remoteCounts = [3, 30, 300]
const smallDocumentBytes = 2_048 // three remotes; more cost in proportion

/** Times rollbacks at a site of two servers and in pages that stay open, and weighs the release document. */
export async function benchRollback(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: defaultRuns } } })
  const { runs } = v.parse(FlagsSchema, values)
  const first = await startSite()
  const second = await startSite({ dataDir: first.dataDir })
  const rows: ResultRow[] = []
  let remote = ''
  try {
    remote = Object.keys((await fetchDiscovery(first.origin)).remotes)[0] ?? ''
    console.log(`${runs} rollbacks by reports and ${runs} by call ...`)
    const timed = await timeRollbacks([first, second], { remote, runs })
    rows.push(rollbackRow(timed, 'reports'), rollbackRow(timed, 'call'))
    console.log(`${runs} pages stay open through a rollback ...`)
    rows.push(rollbackRow(await timeOpenPages(first, runs), 'page'))
  } finally {
    await second.stop()
    await first.stop()
  }
  for (const remotes of remoteCounts) {
    console.log(`A page with ${remotes} remotes ...`)
    rows.push(...costRows(await measureDiscovery(remote, remotes)))
  }
  writeResults('rollback', rows)
}

function rollbackRow(timed: readonly Timed[], by: Timed['by']): ResultRow {
  const times = timed
    .filter((one) => one.by === by)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b)
  return createResultRow({
    name: `${labels[by]}, 95th percentile`,
    value: Math.round(times[Math.ceil(times.length * 0.95) - 1] ?? 0),
    unit: 'ms',
    against: `${targets[by] / 1_000} s`,
    other: targets[by],
    target: 1,
  })
}

function costRows({ remotes, inlinedBytes, documentBytes, pageMs }: DiscoveryCost): ResultRow[] {
  const against = 'in proportion to 2 KB for 3 remotes'
  const other = (smallDocumentBytes * remotes) / 3
  const bytes = { unit: 'bytes', against, other, target: 1 } as const
  return [
    createResultRow({
      name: `${remotes} remotes: JSON in the page`,
      value: inlinedBytes,
      ...bytes,
      target: 3,
    }),
    createResultRow({
      name: `${remotes} remotes: release document`,
      value: documentBytes,
      ...bytes,
      target: 3,
    }),
    createResultRow({
      name: `${remotes} remotes: a page of the server, median`,
      value: Number(pageMs.toFixed(2)),
      unit: 'ms',
      against: '10 ms',
      other: 10,
      target: 1,
    }),
  ]
}
