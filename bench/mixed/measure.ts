import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { paths } from '@portico/kit/paths.ts'
import { type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { formatTable } from '@portico/tools/system/format-table.ts'
import { main } from '@portico/tools/system/run-command.ts'
import { findProgram } from '@portico/tools/system/system-packages.ts'
import * as v from 'valibot'
import { createVisitor, reportLoad, requestPage } from '../attack/simulated-visitor.ts'
import { percentile } from '../report/median.ts'
import { parseRuns } from '../report/parse-runs.ts'
import { createResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { createRolloutClient } from '../rollback/rollout-client.ts'
import { readCpuSeconds } from '../server/process-usage.ts'
import { pin } from '../server/programs.ts'
import { toCookieHeader } from '../server/to-cookie-header.ts'
import { createAccount } from '../site/create-account.ts'
import { findRemote } from '../site/fetch-discovery.ts'
import { type Site, startSite } from '../site/start-site.ts'
import { generateArrivals } from './arrivals.ts'
import { createClient, type Seen } from './client.ts'
import { createAttackers, createVisitors, pickVisitorAddress } from './traffic.ts'

const options = {
  minutes: { type: 'string', default: '10' },
  rate: { type: 'string', default: '1000' },
  flood: { type: 'string', default: '500' },
} as const
const [serverCore, loadCore] = [0, 1]
const unloaded = { perSecond: 50, seconds: 40 }
const warmUp = { perSecond: 200, seconds: 5 }
const reportsPerSecond = 5
const maxSlowdown = 2
const version = '9.1.0'

/** Mixed requests to one core of the server while a rollout runs and an attacker floods it. */
async function measureMixed(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options })
  const seconds = 60 * parseRuns(values.minutes, 600, '--minutes')
  const perSecond = parseRuns(values.rate, 10_000, '--rate')
  const flood = parseRuns(values.flood, 10_000, '--flood')
  const taskset = findProgram(['taskset'])
  const site = await startSite({ env: { TRUST_PROXY: 'loopback' } })
  pin(site.pid, serverCore, { taskset })
  pin(process.pid, loadCore, { taskset })
  const client = createClient(site.origin)
  try {
    const cookie = toCookieHeader((await createAccount(site.origin)).browser)
    const visit = await createVisitors(site.origin, cookie)
    const attack = createAttackers(site.origin)
    const measure = async (arrivals: typeof unloaded): Promise<Seen> => {
      const seen: Seen = { latencies: [], errors: new Map() }
      await generateArrivals(arrivals, (plannedAt) => client.call(visit(), plannedAt, seen))
      return seen
    }
    await measure(warmUp)
    const quiet = await measure(unloaded)
    console.log(`Unloaded: ${describe(quiet)}; load average ${loadavg()[0]?.toFixed(1)}`)

    const remote = await findRemote(site.origin)
    const owner = createRolloutClient(site)
    await owner.publish(remote, version)
    const rollout = await owner.rollOut(remote, version)
    const rejected: Seen = { latencies: [], errors: new Map() }
    const cpuBefore = readCpuSeconds(site.pid)
    const reporting = reportLoads(site, { rollout, seconds })
    const flooding = generateArrivals({ perSecond: flood, seconds }, (at) =>
      client.call(attack(), at, rejected),
    )
    const loaded = await measure({ perSecond, seconds })
    await Promise.all([reporting, flooding])
    const cores = (readCpuSeconds(site.pid) - cpuBefore) / seconds
    await client.close()
    const path = `${paths.rollouts}/${rollout.id}`
    const { status, counts } = v.parse(RolloutSchema, await owner.send('GET', path))

    const head = ['', 'requests', 'p50 ms', 'p95', 'p99', 'p99.9', 'longest', 'errors']
    const rows = [quiet, loaded, rejected].map((seen, at) => [
      ['unloaded', `${perSecond}/s`, `attack, ${flood}/s`][at] ?? '',
      ...summarize(seen),
    ])
    console.log(`\n${formatTable([head, ...rows])}`)
    for (const [reason, times] of [...loaded.errors, ...rejected.errors].slice(0, 20))
      console.log(`${times} x ${reason}`)
    console.log(
      `The server used ${cores.toFixed(2)} cores; load average ${loadavg()[0]?.toFixed(1)}. The rollout is ${status}, with ${counts.canary.loads + counts.stable.loads} loads.`,
    )
    writeResults('mixed', [
      createResultRow({
        name: `p99 of ${perSecond} requests/s under attack`,
        value: Number(percentile(loaded.latencies, 0.99).toFixed(1)),
        unit: 'ms',
        against: 'the unloaded site',
        other: percentile(quiet.latencies, 0.99),
        target: maxSlowdown,
      }),
      createResultRow({
        name: 'errors',
        value: countErrors(loaded) + countErrors(rejected),
        unit: 'requests',
        against: 'all requests',
        other: loaded.latencies.length + rejected.latencies.length,
        target: 0,
      }),
    ])
  } finally {
    await site.stop()
  }
}

/** Visitors whose browsers report how the releases loaded. */
async function reportLoads(
  { origin }: Site,
  { rollout, seconds }: { readonly rollout: Rollout; readonly seconds: number },
): Promise<void> {
  const running = new Set<Promise<void>>()
  await generateArrivals({ perSecond: reportsPerSecond, seconds }, () => {
    const visit = async () => {
      const visitor = await createVisitor(origin, pickVisitorAddress())
      const page = await requestPage(origin, visitor, rollout.remote)
      await reportLoad(origin, visitor, { rollout, page, isFailure: false })
    }
    const done = visit().finally(() => running.delete(done))
    running.add(done)
  })
  await Promise.all(running)
}

function countErrors({ errors }: Seen): number {
  return [...errors.values()].reduce((sum, times) => sum + times, 0)
}

function summarize(seen: Seen): string[] {
  const { latencies } = seen
  const at = (share: number) => percentile(latencies, share).toFixed(1)
  return [String(latencies.length), ...[0.5, 0.95, 0.99, 0.999, 1].map(at), String(countErrors(seen))]
}

function describe(seen: Seen): string {
  const [requests, p50, , p99] = summarize(seen)
  return `${requests} requests, p50 ${p50} ms, p99 ${p99} ms`
}

await main(() => measureMixed(process.argv.slice(2)))
