import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { type Network, networks } from '../browser/networks.ts'
import { openBrowser } from '../browser/open-browser.ts'
import { median } from '../report/median.ts'
import { parseRuns } from '../report/parse-runs.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { writeCopy } from '../rollback/measure-discovery.ts'
import { root } from '../root.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'
import { type Site, startSite } from '../site/start-site.ts'
import { measureView, type PageView } from './measure-view.ts'

const defaultRuns = '9'
const manyRemotes = 40
const target = 1.05
const figures = {
  bytes: 'bytes transferred',
  largestPaintMs: 'largest paint',
  taskMs: 'main thread',
} as const satisfies Record<keyof PageView, string>

/** Compares what a page view costs on a site with 40 remotes and on the same site with its own. */
export async function benchRemotes(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: defaultRuns } } })
  const runs = parseRuns(values.runs)
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-remotes-'))
  const sites: Site[] = []
  const browser = await openBrowser()
  try {
    cpSync(join(root, 'dist'), folder, { recursive: true })
    sites.push(await startSite({ publishFrom: folder }))
    const own = Object.keys((await fetchDiscovery(sites[0]?.origin ?? '')).remotes)
    for (let at = own.length + 1; at <= manyRemotes; at += 1) writeCopy(own[0] ?? '', folder, `copy${at}`)
    sites.push(await startSite({ publishFrom: folder }))
    const rows: ResultRow[] = []
    for (const network of networks) {
      console.log(
        `${runs} views with ${own.length} and with ${manyRemotes} remotes, ${network.name} network ...`,
      )
      const [few = [], many = []] = await measureViews(browser, { sites, network, runs })
      rows.push(...compareViews(few, many, `${network.name} network, ${own.length} remotes`))
    }
    writeResults('remotes', rows)
  } finally {
    await browser.close()
    for (const site of sites) await site.stop()
    rmSync(folder, { recursive: true })
  }
}

/** The views of each site. Runs are interleaved, so that a busy moment affects both. */
async function measureViews(
  browser: Browser,
  {
    sites,
    network,
    runs,
  }: { readonly sites: readonly Site[]; readonly network: Network; readonly runs: number },
): Promise<PageView[][]> {
  const series = sites.map(({ origin }) => ({ url: `${origin}/`, views: [] as PageView[] }))
  for (let run = 0; run <= runs; run += 1)
    for (const { url, views } of series) {
      const view = await measureView(browser, { url, network, visitor: null })
      if (run > 0) views.push(view) // the first is a warm-up
    }
  return series.map(({ views }) => views)
}

function compareViews(few: readonly PageView[], many: readonly PageView[], against: string): ResultRow[] {
  return (['bytes', 'largestPaintMs', 'taskMs'] as const).map((figure) =>
    createResultRow({
      name: `${manyRemotes} remotes: ${figures[figure]}, median`,
      value: Math.round(median(many.map((view) => view[figure]))),
      other: median(few.map((view) => view[figure])),
      unit: figure === 'bytes' ? 'bytes' : 'ms',
      against,
      target,
    }),
  )
}
