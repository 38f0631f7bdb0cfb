import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '@portico/tools/system/format-table.ts'
import { root } from '../root.ts'
import type { ResultRow } from './result-row.ts'

/** Prints the rows of a benchmark and writes them to `bench/results/<bench>.json`. */
export function writeResults(bench: string, rows: readonly ResultRow[]): void {
  const cells = rows.map(({ name, value, unit, against, ratio, target, isMet }) => {
    return [name, `${value} ${unit}`, against, ratio.toFixed(2), `<= ${target}`, isMet ? 'met' : 'MISSED']
  })
  console.log(`\n${formatTable([['measure', 'ours', 'against', 'ratio', 'target', ''], ...cells])}`)
  const folder = join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${bench}.json`), `${JSON.stringify(rows, null, 1)}\n`)
  console.log(`\nWritten to bench/results/${bench}.json`)
}
