import { relative } from 'node:path'
import * as v from 'valibot'
import { readJson } from '../system/read-json.ts'
import { root } from '../system/run-command.ts'

const CountSchema = v.object({ total: v.number(), covered: v.number() })
const kinds = ['lines', 'statements', 'functions', 'branches'] as const
const SummarySchema = v.record(
  v.string(), // the path of a file, or `total`
  v.object({ lines: CountSchema, statements: CountSchema, functions: CountSchema, branches: CountSchema }),
)

/** Prints which share of each workspace the unit tests run, from Vitest's `coverage-summary.json`. */
export function printCoverage(file: string): void {
  const { total: _total, ...files } = readJson(file, SummarySchema)
  const byWorkspace = Map.groupBy(Object.entries(files), ([path]) => relative(root, path).split('/')[0] ?? '')
  console.log(`${'coverage in %'.padEnd(18)}${kinds.map((kind) => kind.padStart(11)).join('')}`)
  for (const [workspace, entries] of [...byWorkspace].toSorted(([a], [b]) => a.localeCompare(b))) {
    const shares = kinds.map((kind) => {
      const sum = (key: 'covered' | 'total') =>
        entries.reduce((all, [, counts]) => all + counts[kind][key], 0)
      return ((sum('covered') / Math.max(sum('total'), 1)) * 100).toFixed(1).padStart(11)
    })
    console.log(`${workspace.padEnd(18)}${shares.join('')}`)
  }
}
