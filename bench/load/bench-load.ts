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

/** Measures the cold load of a private page by a signed-in visitor against a monolith and default Module Federation. */
export async function benchLoad(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: defaultRuns } } })
  const runs = parseRuns(values.runs)
  console.log('Building the rivals ...')
  const { variants, stop } = await startVariants()
  try {
    const browser = await openBrowser()
    const loads = await measureLoads(browser, { variants, runs }).finally(() => browser.close())
    console.log(`\nMedians (and spread) of ${runs} interleaved cold loads\n\n${formatLoads(loads)}`)
    writeResults('load', [...compareLoads(loads), await measureEntry(variants)])
  } finally {
    await stop()
  }
}

// An entry that contains the whole federation runtime has 29,000 B: see docs/decisions/024-bundle-size.md.
const entryBudgetBytes = 8_500

async function measureEntry(variants: readonly Variant[]): Promise<ResultRow> {
  const ours = variants.find(({ name }) => name === 'portico, own server')
  if (ours === undefined) throw new Error('The product is missing from the variants.')
  return createResultRow({
    name: 'largest remote entry',
    value: await fetchLargestEntryBytes(new URL(ours.url).origin),
    unit: 'B',
    against: `budget of ${entryBudgetBytes} B`,
    other: entryBudgetBytes,
    target: 1,
  })
}
