import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { paths } from '@portico/kit/paths.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { findProgram } from '@portico/tools/system/system-packages.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { readSetCookie } from '@portico/tools/testing/read-set-cookie.ts'
import { startPostgres } from '@portico/tools/testing/start-postgres.ts'
import * as v from 'valibot'
import { generateArrivals } from '../mixed/arrivals.ts'
import { type Call, createClient, type Seen } from '../mixed/client.ts'
import { percentile } from '../report/median.ts'
import { parseRuns } from '../report/parse-runs.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { createRolloutClient } from '../rollback/rollout-client.ts'
import { readCpuSeconds } from '../server/process-usage.ts'
import { pin } from '../server/programs.ts'
import { findRemote } from '../site/fetch-discovery.ts'
import { type Site, startSite } from '../site/start-site.ts'
import { visitorCookie } from '../site/visit-page.ts'

const [serverCore, loadCore] = [0, 1]
const reportsPerHour = 1_000_000
const pagesPerSecond = 100
const maxSlowdown = 1.05
const countingMs = 5_000 // reports are counted twice a second, and evaluated every second
const version = '9.1.0'

/**
 * Visitors' pages from one core of the server, by turns with and without a million reports an hour, on SQLite and on
 * PostgreSQL. Each report is another network's, and has a load, signals and what the page took.
 */
export async function benchReports(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '5' }, seconds: { type: 'string', default: '8' } },
  })
  const rounds = parseRuns(values.runs, 100)
  const seconds = parseRuns(values.seconds, 20, '--seconds')
  const rows = await measure('SQLite', { rounds, seconds }, {})
  const postgres = await startPostgres()
  try {
    rows.push(...(await measure('PostgreSQL', { rounds, seconds }, { DATABASE_URL: postgres.url })))
  } finally {
    await postgres.stop()
  }
  writeResults('reports', rows)
}

interface Rounds {
  readonly rounds: number
  readonly seconds: number
}

async function measure(
  database: string,
  { rounds, seconds }: Rounds,
  env: Readonly<Record<string, string>>,
): Promise<ResultRow[]> {
  const taskset = findProgram(['taskset'])
  const site = await startSite({ env: { TRUST_PROXY: 'loopback', ...env } })
  pin(site.pid, serverCore, { taskset })
  pin(process.pid, loadCore, { taskset })
  const client = createClient(site.origin)
  try {
    const owner = createRolloutClient(site)
    const remote = await findRemote(site.origin)
    await owner.publish(remote, version)
    const rollout = await owner.rollOut(remote, version)
    const perSecond = reportsPerHour / 3_600
    const quiet: Seen = { latencies: [], errors: new Map() }
    const busy: Seen = { latencies: [], errors: new Map() }
    const reported: Seen = { latencies: [], errors: new Map() }
    const costs = { quiet: 0, busy: 0 }
    const visit = (seen: Seen) =>
      generateArrivals({ perSecond: pagesPerSecond, seconds }, (at) => client.call(page, at, seen))
    await visit({ latencies: [], errors: new Map() })
    for (let round = 0; round < rounds; round += 1) {
      const reports = await prepare(site, rollout, Math.ceil(1.1 * perSecond * seconds))
      costs.quiet += await measureCpu(site, () => visit(quiet))
      costs.busy += await measureCpu(site, async () => {
        const send = (at: number) => {
          const report = reports.pop()
          if (report !== undefined) client.call(report, at, reported)
        }
        await Promise.all([visit(busy), generateArrivals({ perSecond, seconds }, send)])
      })
    }
    await client.close()
    await sleep(countingMs)
    const { counts, dropped } = v.parse(
      RolloutSchema,
      await owner.send('GET', `${paths.rollouts}/${rollout.id}`),
    )
    const share = (100 * (costs.busy - costs.quiet)) / (rounds * seconds)
    console.log(
      `${database}: ${reported.latencies.length} reports, ${counts.canary.loads + counts.stable.loads} counted; they took ${share.toFixed(0)} % of a core. Dropped: ${JSON.stringify(dropped)}. Failed: ${[...reported.errors, ...busy.errors].join() || 'none'}`,
    )
    return ([0.5, 0.95] as const).map((at) =>
      createResultRow({
        name: `${database}: page during ${reportsPerHour} reports an hour, ${100 * at}th percentile`,
        value: Number(percentile(busy.latencies, at).toFixed(2)),
        unit: 'ms',
        against: 'without reports',
        other: percentile(quiet.latencies, at),
        target: maxSlowdown,
      }),
    )
  } finally {
    await site.stop()
  }
}

const page: Call = {
  path: '/',
  headers: { 'x-forwarded-for': '100.127.0.1', 'accept-encoding': 'br' },
  isExpected: (status) => status === 200,
}

async function measureCpu({ pid }: Site, work: () => Promise<unknown>): Promise<number> {
  const before = readCpuSeconds(pid)
  await work()
  return readCpuSeconds(pid) - before
}

let networks = 0

/** Visits the site from so many networks; returns the reports that their browsers would send. */
async function prepare({ origin }: Site, rollout: Rollout, count: number): Promise<Call[]> {
  const reports: Call[] = []
  while (reports.length < count) {
    const visits = Array.from({ length: 20 }, async () => {
      networks += 1
      const address = `10.${networks >> 8}.${networks & 255}.7`
      const response = await fetch(origin, { headers: { 'x-forwarded-for': address } })
      const arm = readPageData(await response.text()).remotes.find(({ name }) => name === rollout.remote)?.arm
      return createReport(rollout, {
        address,
        arm: arm === 'canary' ? 'canary' : 'stable',
        visitor: readSetCookie(response, visitorCookie) ?? '',
        token: readSetCookie(response, reportTokenCookie) ?? null,
      })
    })
    reports.push(...(await Promise.all(visits)))
  }
  return reports
}

interface Visit {
  readonly address: string
  readonly arm: 'canary' | 'stable'
  readonly visitor: string
  readonly token: string | null
}

function createReport({ remote, id, from, to }: Rollout, { address, arm, visitor, token }: Visit): Call {
  const of = { remote, rollout: id, arm, release: arm === 'canary' ? to : from }
  const load = { ...of, outcome: 'ok', phase: 'mount', ms: 100, fellBackTo: null }
  const vitals = (['inp', 'lcp', 'load'] as const).map((vital) => {
    return { ...of, vital, value: Math.ceil(1_000 * Math.random()) }
  })
  const signals = Math.random() < 0.1 ? [{ ...of, signal: 'request' }] : []
  return {
    method: 'POST',
    path: paths.beacon,
    headers: {
      'x-forwarded-for': address,
      'content-type': 'text/plain',
      cookie: `${visitorCookie}=${visitor}`,
    },
    body: JSON.stringify({
      schemaVersion: 2,
      token: decodeURIComponent(token ?? ''),
      revision: 1,
      loads: [load],
      signals,
      vitals,
    }),
    isExpected: (status) => status === 204,
  }
}
