import { parseArgs } from 'node:util'
import { formatTable } from '@portico/tools/system/format-table.ts'
import { type Entry, getEntries } from '../../remote-catalogue/model/entry.ts'
import { readCatalogue } from '../../remote-catalogue/validation/read-catalogue.ts'
import { median, percentile } from '../report/median.ts'
import { parseRuns } from '../report/parse-runs.ts'
import { createResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { type Engine, type EngineName, engines, hasName } from './engines.ts'
import { measureBundles } from './measure-bundles.ts'
import { queries } from './queries.ts'

const defaultRuns = '20'
const shownResults = 3

/** What one search costs and finds. */
interface Measurement {
  readonly name: EngineName
  /** Processor time to build the index, mean. */
  readonly indexMs: number
  readonly queryMs: { readonly median: number; readonly p95: number }
  /** Results of a whole query, median: a listing shows all of them. */
  readonly resultCount: number
  /** Queries whose wanted entry is missing from the first three results. */
  readonly missed: readonly string[]
  /** Minified and compressed with brotli. */
  readonly bytes: number
}

/** Compares our search with MiniSearch over the same entries: time, size and results. */
export async function benchSearch(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: defaultRuns } } })
  const runs = parseRuns(values.runs)
  const entries = (await readCatalogue()).flatMap(getEntries)
  const bundles = await measureBundles()
  const indexMs = measureIndexing(entries, runs)
  const measured = engines.map((engine) => ({
    ...measureSearching(engine, entries, runs),
    indexMs: indexMs.get(engine.name) ?? Number.NaN,
    bytes: engine.name === 'portico' ? bundles.portico : bundles.miniSearch,
  }))
  console.log(`${entries.length} entries, ${queries.length} queries, ${runs} runs\n`)
  console.log(formatMeasurements(measured))
  for (const { name, missed } of measured) console.log(`\n${name} misses: ${missed.join(', ')}`)
  writeResults('search', compareEngines(measured))
}

/** The engines take turns, so that a busy moment affects all of them. */
function measureIndexing(entries: readonly Entry[], runs: number): ReadonlyMap<EngineName, number> {
  const totals = new Map<EngineName, number>()
  for (const engine of engines) engine.index(entries) // not counted: the code is cold
  for (let run = 0; run < runs; run += 1)
    for (const engine of engines) {
      const start = getProcessorMs()
      engine.index(entries)
      totals.set(engine.name, (totals.get(engine.name) ?? 0) + getProcessorMs() - start)
    }
  return new Map([...totals].map(([name, total]) => [name, total / runs]))
}

/** Of this thread. The system updates it at every tick of its clock, so only the sum of many runs is exact. */
function getProcessorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function measureSearching(
  engine: Engine,
  entries: readonly Entry[],
  runs: number,
): Omit<Measurement, 'bytes' | 'indexMs'> {
  const queryMs: number[] = []
  const search = engine.index(entries)
  for (let run = 0; run < runs; run += 1) {
    // Every key that is typed is a search.
    for (const text of queries.flatMap(({ text }) => getPrefixes(text)))
      queryMs.push(time(() => search(text)))
  }
  const missed = queries.filter(({ text, wanted }) => {
    const results = search(text)
    if (wanted.length === 0) return results.length > 0
    return !results.slice(0, shownResults).some((entry) => hasName(entry, wanted))
  })
  return {
    name: engine.name,
    queryMs: { median: median(queryMs), p95: percentile(queryMs, 0.95) },
    resultCount: median(queries.map(({ text }) => search(text).length)),
    missed: missed.map(({ text }) => text),
  }
}

function getPrefixes(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at + 1))
}

function time(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function formatMeasurements(measured: readonly Measurement[]): string {
  const rows = measured.map(({ name, indexMs, queryMs, missed, resultCount, bytes }) => [
    name,
    `${indexMs.toFixed(1)} ms`,
    `${queryMs.median.toFixed(3)} ms`,
    `${queryMs.p95.toFixed(3)} ms`,
    `${queries.length - missed.length} of ${queries.length}`,
    String(resultCount),
    `${bytes} B`,
  ])
  return formatTable([
    [
      'search',
      'index, CPU',
      'query, median',
      'query, p95',
      'wanted in the first 3',
      'results, median',
      'brotli',
    ],
    ...rows,
  ])
}

function compareEngines(measured: readonly Measurement[]) {
  const [ours, ...others] = measured
  if (ours === undefined) throw new Error('Our search was not measured.')
  return others.flatMap((other) => {
    const against = other.name
    return [
      { name: 'index', value: ours.indexMs, other: other.indexMs, unit: 'ms' },
      { name: 'query, 95th percentile', value: ours.queryMs.p95, other: other.queryMs.p95, unit: 'ms' },
      {
        name: 'queries missed',
        value: ours.missed.length,
        other: Math.max(1, other.missed.length),
        unit: 'queries',
      },
      { name: 'size', value: ours.bytes, other: other.bytes, unit: 'B' },
    ].map((row) => createResultRow({ ...row, value: Number(row.value.toFixed(3)), against, target: 1 }))
  })
}
