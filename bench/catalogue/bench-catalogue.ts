import { parseArgs } from 'node:util'
import { chooseParts } from '../report/choose-parts.ts'
import { parseRuns } from '../report/parse-runs.ts'
import type { ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { createAccount } from '../site/create-account.ts'
import { startSite } from '../site/start-site.ts'
import { measureListing } from './listing/measure-listing.ts'
import { compareVisits, formatVisits, product, type Visits } from './viewers/compare-visits.ts'
import { firstOperation, readBuiltOpenApi, serveViewers } from './viewers/serve-viewers.ts'
import type { Viewer } from './viewers/viewer.ts'
import { type Visit, visitViewer } from './viewers/visit-viewer.ts'

const defaultRuns = '5'

const parts: Readonly<Record<string, (runs: number) => Promise<ResultRow[]>>> = {
  viewers: measureViewers,
  listing: measureListing,
}

/** Measures a category page against the published OpenAPI viewers, and the listing with 100,000 rows. */
export async function benchCatalogue(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: defaultRuns }, part: { type: 'string' } },
  })
  const runs = parseRuns(values.runs)
  const rows: ResultRow[] = []
  for (const measure of chooseParts(parts, values.part)) rows.push(...(await measure(runs)))
  writeResults('catalogue', rows, values.part)
}

/** Compares with viewers that render the same data as OpenAPI. */
async function measureViewers(runs: number): Promise<ResultRow[]> {
  console.log('Downloading and compressing the viewers ...')
  const { viewers: others, servers } = await serveViewers(readBuiltOpenApi())
  const site = await startSite()
  try {
    const { browser: visitor } = await createAccount(site.origin)
    const search = { open: 'Control+k', field: '[role=dialog] input, dialog input', typed: 'su', key: 'n' }
    const ours: Viewer = {
      name: product,
      url: `${site.origin}/api/download`,
      visitor,
      firstOperation,
      search,
    }
    const visits = await measure([ours, ...others], runs)
    console.log(
      `\nMedians of ${runs} interleaved visits, empty cache, 40 ms and 10 Mbit/s\n\n${formatVisits(visits)}`,
    )
    return compareVisits(visits)
  } finally {
    await site.stop()
    for (const server of servers) await server.stop()
  }
}

/** Visits are interleaved, so that a busy moment affects all viewers. */
async function measure(viewers: readonly Viewer[], runs: number): Promise<Visits[]> {
  const series = viewers.map((viewer) => ({ viewer, visits: [] as (Visit | null)[] }))
  for (let run = 1; run <= runs; run += 1) {
    for (const { viewer, visits } of series) visits.push(await visitViewer(viewer))
    console.log(`Visit ${run} of ${runs}`)
  }
  return series.map(({ viewer: { name }, visits }) => ({ name, visits }))
}
