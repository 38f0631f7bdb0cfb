import { parseArgs } from 'node:util'
import { openBrowser } from '../browser/open-browser.ts'
import { parseRuns } from '../report/parse-runs.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { compareLoads, formatLoads } from './compare-loads.ts'
import { fetchLargestEntryBytes } from './entry-bytes.ts'
import { measureLoads } from './measure-loads.ts'
import { startVariants, type Variant } from './variants.ts'

const defaultRuns = '9'

/** Measures the cold load of a private page by a signed-in visitor against the alternatives. */
export async function benchLoad(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: defaultRuns } } })
  const runs = parseRuns(values.runs)
  console.log('Building the alternatives ...')
  const { variants, stop } = await startVariants()
  try {
    const browser = await openBrowser()
    const loads = await measureLoads(browser, { variants, runs }).finally(() => browser.close())
    console.log(`\nMedians of ${runs} interleaved cold loads (and their spread)\n\n${formatLoads(loads)}`)
    writeResults('load', [...compareLoads(loads), await entryRow(variants)])
  } finally {
    await stop()
  }
}

// An entry with all of the federation runtime in it has 29,000 B: see docs/decisions/024-bundle-size.md.
const entryBudgetBytes = 8_500

async function entryRow(variants: readonly Variant[]): Promise<ResultRow> {
  const ours = variants.find(({ name }) => name === 'portico')
  if (ours === undefined) throw new Error('The product is not among the variants.')
  return createResultRow({
    name: 'largest entry of a remote',
    value: await fetchLargestEntryBytes(new URL(ours.url).origin),
    unit: 'B',
    against: `budget of ${entryBudgetBytes} B`,
    other: entryBudgetBytes,
    target: 1,
  })
}
