import { formatTable } from '@portico/tools/system/format-table.ts'
import { median } from '../../report/median.ts'
import { createResultRow, type ResultRow } from '../../report/result-row.ts'
import type { Visit } from './visit-viewer.ts'

/** The visits to one viewer; null for each that failed. */
export interface Visits {
  readonly name: string
  readonly visits: readonly (Visit | null)[]
}

/** The viewer that is compared with the others. */
export const product = 'portico'

type Measure = keyof Visit

/** The median of a measure; null if no visit has it. */
export function getMedian({ visits }: Visits, measure: Measure): number | null {
  const values = visits.flatMap((visit) => visit?.[measure] ?? [])
  return values.length === 0 ? null : median(values)
}

// Targets: a tenth of the best rival's bytes and time. See compare-listings.ts for the budget of a key press.
const tenth = 0.1
const categoryBudgetBytes = 150_000

/** Compares the product with the best of the others, measure by measure. */
export function compareVisits(all: readonly Visits[]): ResultRow[] {
  const ours = all.find(({ name }) => name === product)
  if (ours === undefined) throw new Error('The product is missing from the viewers.')
  const rows = [
    compareMeasure(all, {
      measure: 'bytes',
      name: 'bytes until the first operation can be read',
      unit: 'B',
      target: tenth,
    }),
    compareMeasure(all, {
      measure: 'usableMs',
      name: 'navigation to the first operation',
      unit: 'ms',
      target: tenth,
    }),
    compareMeasure(all, { measure: 'heapBytes', name: 'heap when idle', unit: 'B', target: 1 }),
    compareMeasure(all, { measure: 'keyMs', name: 'key press to results', unit: 'ms', target: 1 }),
    compareBudget(getMedian(ours, 'bytes'), {
      name: 'category page including the shell',
      unit: 'B',
      limit: categoryBudgetBytes,
    }),
  ]
  return rows.filter((row) => row !== null)
}

interface MeasureTarget {
  readonly measure: Measure
  readonly name: string
  readonly unit: string
  readonly target: number
}

function compareMeasure(
  all: readonly Visits[],
  { measure, name, unit, target }: MeasureTarget,
): ResultRow | null {
  const values = all.flatMap((visits) => {
    const value = getMedian(visits, measure)
    return value === null ? [] : [{ name: visits.name, value }]
  })
  const ours = values.find((viewer) => viewer.name === product)
  const [best] = values.filter((viewer) => viewer !== ours).sort((a, b) => a.value - b.value)
  if (ours === undefined || best === undefined) return null
  return createResultRow({
    name,
    unit,
    target,
    value: Math.round(ours.value),
    against: `${best.name}: ${Math.round(best.value)} ${unit}`,
    other: best.value,
  })
}

function compareBudget(
  value: number | null,
  { name, unit, limit }: { readonly name: string; readonly unit: string; readonly limit: number },
): ResultRow | null {
  if (value === null) return null
  return createResultRow({
    name,
    unit,
    value: Math.round(value),
    against: `budget of ${limit} ${unit}`,
    other: limit,
    target: 1,
  })
}

/** The medians of every viewer. */
export function formatVisits(all: readonly Visits[]): string {
  const cell = (value: number | null, unit: string, digits = 0) =>
    value === null ? 'none' : `${value.toFixed(digits)} ${unit}`
  const kilo = (value: number | null) => (value === null ? null : value / 1000)
  const rows = all.map((visits) => [
    visits.name,
    cell(kilo(getMedian(visits, 'bytes')), 'kB'),
    cell(getMedian(visits, 'usableMs'), 'ms'),
    cell(getMedian(visits, 'keyMs'), 'ms'),
    cell(kilo(kilo(getMedian(visits, 'heapBytes'))), 'MB', 1),
    `${visits.visits.filter((visit) => visit === null).length} of ${visits.visits.length}`,
  ])
  return formatTable([['viewer', 'bytes', 'first operation', 'key press', 'heap', 'failed visits'], ...rows])
}
