import { parseArgs } from 'node:util'
import { chooseParts } from '../report/choose-parts.ts'
import { parseRuns } from '../report/parse-runs.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { findRemote } from '../site/fetch-discovery.ts'
import { startSite } from '../site/start-site.ts'
import { type DiscoveryCost, measureDiscovery } from './measure-discovery.ts'
import { type TimedPage, timeOpenPages } from './time-open-pages.ts'
import { type TimedRollback, timeRollbacks } from './time-rollbacks.ts'

const defaultRuns = '20'
// How long a visitor may wait for a rollback.
const targets = { reports: 10_000, request: 7_000, page: 75_000 } as const
const labels = {
  reports: 'from the deciding report until new pages of both servers are on stable',
  request: 'from a rollback request until new pages of both servers are on stable',
  page: 'from a rollback request until an open page is on stable',
} as const
type Timed = TimedRollback | TimedPage

const remoteCounts = [3, 30, 300]
const smallDocumentBytes = 2_048 // for three remotes; proportionally more for others

const parts: Readonly<Record<string, (runs: number) => Promise<ResultRow[]>>> = {
  rollbacks: benchRollbacks,
  pages: benchOpenPages,
  document: benchDocument,
}

/** Times rollbacks on a site with two servers and in open pages, and measures the discovery document. */
export async function benchRollback(args: string[]): Promise<void> {
  const options = { runs: { type: 'string', default: defaultRuns }, part: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const runs = parseRuns(values.runs)
  const chosen = chooseParts(parts, values.part)
  const rows: ResultRow[] = []
  for (const measure of chosen) rows.push(...(await measure(runs)))
  writeResults('rollback', rows, values.part)
}

async function benchRollbacks(runs: number): Promise<ResultRow[]> {
  const first = await startSite()
  const second = await startSite({ dataDir: first.dataDir })
  try {
    console.log(`${runs} rollbacks by reports and ${runs} by request ...`)
    const timed = await timeRollbacks([first, second], { remote: await findRemote(first.origin), runs })
    return [toRollbackRow(timed, 'reports'), toRollbackRow(timed, 'request')]
  } finally {
    await second.stop()
    await first.stop()
  }
}

async function benchOpenPages(runs: number): Promise<ResultRow[]> {
  const site = await startSite()
  try {
    console.log(`${runs} pages that stay open during a rollback ...`)
    return [toRollbackRow(await timeOpenPages(site, runs), 'page')]
  } finally {
    await site.stop()
  }
}

async function benchDocument(): Promise<ResultRow[]> {
  const site = await startSite()
  const remote = await findRemote(site.origin).finally(site.stop)
  const rows: ResultRow[] = []
  for (const remotes of remoteCounts) {
    console.log(`A page with ${remotes} remotes ...`)
    rows.push(...toCostRows(await measureDiscovery(remote, remotes)))
  }
  return rows
}

function toRollbackRow(timed: readonly Timed[], by: Timed['by']): ResultRow {
  const times = timed
    .filter((rollback) => rollback.by === by)
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

function toCostRows({ remotes, inlinedBytes, discoveryBytes, pageMs }: DiscoveryCost): ResultRow[] {
  const against = '2 KB per 3 remotes'
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
      name: `${remotes} remotes: discovery document`,
      value: discoveryBytes,
      ...bytes,
      target: 3,
    }),
    createResultRow({
      name: `${remotes} remotes: page response, median`,
      value: Number(pageMs.toFixed(2)),
      unit: 'ms',
      against: '10 ms',
      other: 10,
      target: 1,
    }),
  ]
}
