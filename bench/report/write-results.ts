import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '@portico/tools/system/format-table.ts'
import { root } from '../root.ts'
import type { ResultRow } from './result-row.ts'

/** Prints the rows of a benchmark and writes them to `bench/results/<bench>.json`, those of one part to `<bench>-<part>.json`. */
export function writeResults(bench: string, rows: readonly ResultRow[], part?: string): void {
  const cells = rows.map(({ name, value, unit, against, ratio, target, isHigherBetter, isMet }) => {
    const bound = `${isHigherBetter ? '>=' : '<='} ${target}`
    return [name, `${value} ${unit}`, against, ratio.toFixed(2), bound, isMet ? 'met' : 'MISSED']
  })
  console.log(`\n${formatTable([['measure', 'ours', 'against', 'ratio', 'target', ''], ...cells])}`)
  write(`${part === undefined ? bench : `${bench}-${part}`}.json`, `${JSON.stringify(rows, null, 1)}\n`)
}

/** Writes the plot of a benchmark to `bench/results/<bench>.svg`. */
export function writePlot(bench: string, svg: string): void {
  write(`${bench}.svg`, svg)
}

function write(file: string, text: string): void {
  const folder = join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), text)
  console.log(`\nWritten to bench/results/${file}`)
}
