import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { openBrowser } from '../browser/open-browser.ts'
import { chooseParts } from '../report/choose-parts.ts'
import { median } from '../report/median.ts'
import { parseRuns } from '../report/parse-runs.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { writePlot, writeResults } from '../report/write-results.ts'
import { compareLoads, formatLatencies, formatLoads } from './compare-loads.ts'
import { fetchLargestEntryBytes } from './entry-bytes.ts'
import { measureClicks } from './measure-clicks.ts'
import { type Loads, measureLatencies, measureLoads } from './measure-loads.ts'
import { measurePaints } from './measure-paints.ts'
import { measureUpdate } from './measure-update.ts'
import { plotLoads } from './plot-loads.ts'
import { startVariants, type Variant, type VariantName, variantNames } from './variants.ts'

const defaultRuns = '9'

interface Part {
  /** What it needs to be running. */
  readonly variants: readonly VariantName[]
  measure(browser: Browser, options: { variants: readonly Variant[]; runs: number }): Promise<ResultRow[]>
}

const parts: Readonly<Record<string, Part>> = {
  loads: {
    variants: variantNames,
    async measure(browser, { variants, runs }) {
      const loads = await measureLoads(browser, { variants, runs })
      const latencies = await measureLatencies(browser, { variants, runs })
      console.log(`\nMedians (and spread) of ${runs} interleaved cold loads, in ms\n\n${formatLoads(loads)}`)
      console.log(
        `\nLatency of the first click on a row, in ms after the first paint\n\n${formatLatencies(latencies)}`,
      )
      writePlot('load', plotLoads(loads, latencies))
      return [...compareLoads(loads), compareBytes(loads), await measureEntry(variants)]
    },
  },
  paints: { variants: ['portico', 'monolith, preloaded'], measure: measurePaints },
  clicks: { variants: ['portico, own server'], measure: measureClicks },
  update: { variants: [], measure: measureUpdate },
}

/**
 * Measures what visitors wait for: the cold load of a private page by a signed-in visitor and the largest paint of the home
 * page against the same source as a monolith and as default Module Federation; clicks in an idle page; updates.
 */
export async function benchLoad(args: string[]): Promise<void> {
  const options = { runs: { type: 'string', default: defaultRuns }, part: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const runs = parseRuns(values.runs)
  const chosen = chooseParts(parts, values.part)
  const needed = new Set(chosen.flatMap(({ variants }) => variants))
  console.log('Building the rivals ...')
  const { variants, stop } = await startVariants(variantNames.filter((name) => needed.has(name)))
  const browser = await openBrowser()
  try {
    const rows: ResultRow[] = []
    for (const { measure } of chosen) rows.push(...(await measure(browser, { variants, runs })))
    writeResults('load', rows, values.part)
  } finally {
    await browser.close()
    await stop()
  }
}

const pageBudgetBytes = 165_000

/** Compares what the product transfers with its budget. */
function compareBytes(loads: readonly Loads[]): ResultRow {
  const ours = loads.filter(({ variant, network }) => variant === 'portico' && network === 'slow')
  const value = median(ours.flatMap((series) => series.loads.map(({ bytes }) => bytes)))
  return compareBudget('all bytes of the page', value, pageBudgetBytes)
}

// An entry that contains the whole federation runtime has 29,000 B: see docs/decisions/024-bundle-size.md.
const entryBudgetBytes = 8_500

async function measureEntry(variants: readonly Variant[]): Promise<ResultRow> {
  const ours = variants.find(({ name }) => name === 'portico, own server')
  if (ours === undefined) throw new Error('The product is missing from the variants.')
  return compareBudget('largest remote entry', await fetchLargestEntryBytes(ours.origin), entryBudgetBytes)
}

function compareBudget(name: string, value: number, budget: number): ResultRow {
  return createResultRow({
    name,
    value,
    unit: 'B',
    against: `budget of ${budget} B`,
    other: budget,
    target: 1,
  })
}
