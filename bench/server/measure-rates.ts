import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatTable } from '@portico/tools/system/format-table.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { median, spread } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { type Programs, pin } from './programs.ts'
import { type LoadResult, type MeasuredServer, runLoad } from './run-load.ts'
import { startNginx } from './start-nginx.ts'

const serverCore = 0
const loadCore = 1
const settleMs = 1_000

interface Case {
  readonly server: MeasuredServer
  readonly name: string
  readonly path: string
  readonly cookie?: string
  /** The lowest share of nginx's rate. */
  readonly target: number
}

interface Servers {
  readonly site: MeasuredServer
  /** A site whose shell is in rollout to half of the visitors. */
  readonly inRollout: MeasuredServer
}

interface Options {
  readonly cookie: string
  readonly runs: number
  readonly seconds: number
  readonly programs: Programs
}

/** Compares pages and release files per second of one core with nginx sending a file of the same bytes. */
export async function measureRates(
  { site, inRollout }: Servers,
  { cookie, runs, seconds, programs }: Options,
): Promise<ResultRow[]> {
  for (const { pid } of [site, inRollout]) pin(pid, serverCore, programs)
  const cases = await listCases({ site, inRollout }, cookie)
  const bodies = new Map<string, Buffer>()
  for (const measuredCase of cases) {
    const fetchBody = () => fetchBrotli(measuredCase.server.origin + measuredCase.path, measuredCase.cookie)
    for (let request = 1; request <= 2; request += 1) await fetchBody()
    await sleep(settleMs) // a page that is requested again becomes smaller
    bodies.set(toFileName(measuredCase), await fetchBody())
  }
  const nginx = await startNginx(bodies, programs, serverCore)
  const load = { seconds, core: loadCore, programs }
  const results = new Map(
    cases.map((measuredCase) => [measuredCase, { ours: [] as LoadResult[], theirs: [] as LoadResult[] }]),
  )
  try {
    for (let run = 0; run <= runs; run += 1) {
      for (const [measuredCase, { ours, theirs }] of results) {
        const our = await runLoad(measuredCase, load)
        const their = await runLoad({ server: nginx, path: `/${toFileName(measuredCase)}` }, load)
        if (run === 0) continue // warms up
        ours.push(our)
        theirs.push(their)
      }
      if (run > 0) console.log(`Rates ${run} of ${runs}`)
    }
  } finally {
    await nginx.stop()
  }
  console.log(`\n${formatRates([...results], bodies)}`)
  return [...results].map(([{ name, target }, { ours, theirs }]) =>
    createResultRow({
      name,
      value: Math.round(median(ours.map(({ perSecond }) => perSecond))),
      other: median(theirs.map(({ perSecond }) => perSecond)),
      unit: '/s',
      against: 'nginx, a file of these bytes',
      target,
      isHigherBetter: true,
    }),
  )
}

async function listCases({ site, inRollout }: Servers, cookie: string): Promise<Case[]> {
  const html = await (await fetch(site.origin)).text()
  const [script] = /\/r\/shell\/[^"]+\.js/.exec(html) ?? []
  const [remote] = readPageData(html).remotes
  if (script === undefined || remote === undefined) throw new Error('The home page names no shell or remote.')
  const entry = `/r/${remote.name}/${remote.release.version}-${remote.release.hash}/${remote.release.entry.file}`
  return [
    { server: site, name: 'page without a session', path: '/', target: 0.35 },
    { server: inRollout, name: 'page in a shell rollout', path: '/', target: 0.2 },
    { server: site, name: 'page with a session', path: '/', cookie, target: 0.2 },
    { server: site, name: 'release file: the shell’s script', path: script, target: 0.8 },
    { server: site, name: 'release file: a remote’s entry', path: entry, target: 0.8 },
  ]
}

function toFileName({ name }: Case): string {
  return name.replace(/\W+/g, '-')
}

/** The bytes as they are sent: `fetch` would decompress them. */
async function fetchBrotli(url: string, cookie: string | undefined): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const headers = { 'accept-encoding': 'br', ...(cookie === undefined ? {} : { cookie }) }
  get(url, { headers }, (response) => {
    if (response.statusCode === 200 && response.headers['content-encoding'] === 'br')
      buffer(response).then(resolve, reject)
    else reject(new Error(`Expected ${url} in Brotli, got ${response.statusCode}.`))
  }).on('error', reject)
  return promise
}

function formatRates(
  results: readonly (readonly [Case, { ours: readonly LoadResult[]; theirs: readonly LoadResult[] }])[],
  bodies: ReadonlyMap<string, Buffer>,
): string {
  const head = ['', 'bytes', 'ours/s', 'nginx/s', 'ours/CPU s', 'nginx/CPU s', 'ratio of CPU']
  const rows = results.map(([measuredCase, { ours, theirs }]) => {
    const cell = (loads: readonly LoadResult[], rate: 'perSecond' | 'perCpuSecond') => {
      const values = loads.map((load) => load[rate])
      return `${Math.round(median(values))} (±${Math.round(spread(values) * 100)} %)`
    }
    const computed = (loads: readonly LoadResult[]) => median(loads.map(({ perCpuSecond }) => perCpuSecond))
    return [
      measuredCase.name,
      String(bodies.get(toFileName(measuredCase))?.length),
      cell(ours, 'perSecond'),
      cell(theirs, 'perSecond'),
      cell(ours, 'perCpuSecond'),
      cell(theirs, 'perCpuSecond'),
      (computed(ours) / computed(theirs)).toFixed(2),
    ]
  })
  return formatTable([head, ...rows])
}
