import { formatTable } from '@portico/tools/system/format-table.ts'
import { median } from '../../report/median.ts'
import { createResultRow, type ResultRow } from '../../report/result-row.ts'
import type { Visit } from './visit-viewer.ts'

/** The visits to one candidate; null for one that came to nothing. */
export interface Visits {
  readonly name: string
  readonly visits: readonly (Visit | null)[]
}

/** The candidate that is compared with the others. */
export const product = 'portico'

type Measure = keyof Visit

/** The middle of a measure; null where no visit has it. */
export function getMedian({ visits }: Visits, measure: Measure): number | null {
  const values = visits.flatMap((visit) => visit?.[measure] ?? [])
  return values.length === 0 ? null : median(values)
}

// Issue targets: a tenth of the bytes and of the time of the best of the others. What a key may take: compare-listings.ts.
const tenth = 0.1
const categoryBudgetBytes = 150_000

/** How the product does against the best of the others, measure by measure. */
export function compareVisits(all: readonly Visits[]): ResultRow[] {
  const ours = all.find(({ name }) => name === product)
  if (ours === undefined) throw new Error('The product is not among the candidates.')
  const rows = [
    against(all, {
      measure: 'bytes',
      name: 'bytes until the first operation can be read',
      unit: 'B',
      target: tenth,
    }),
    against(all, {
      measure: 'usableMs',
      name: 'navigation to the first operation',
      unit: 'ms',
      target: tenth,
    }),
    against(all, { measure: 'heapBytes', name: 'heap at rest', unit: 'B', target: 1 }),
    against(all, { measure: 'keyMs', name: 'key press to what is found', unit: 'ms', target: 1 }),
    budget(getMedian(ours, 'bytes'), {
      name: 'a category page with the shell',
      unit: 'B',
      most: categoryBudgetBytes,
    }),
  ]
  return rows.filter((row) => row !== null)
}

interface Asked {
  readonly measure: Measure
  readonly name: string
  readonly unit: string
  readonly target: number
}

function against(all: readonly Visits[], { measure, name, unit, target }: Asked): ResultRow | null {
  const values = all.flatMap((visits) => {
    const value = getMedian(visits, measure)
    return value === null ? [] : [{ name: visits.name, value }]
  })
  const ours = values.find((candidate) => candidate.name === product)
  const [best] = values
    .filter((candidate) => candidate !== ours)
    .sort((one, other) => one.value - other.value)
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

function budget(
  value: number | null,
  { name, unit, most }: { readonly name: string; readonly unit: string; readonly most: number },
): ResultRow | null {
  if (value === null) return null
  return createResultRow({
    name,
    unit,
    value: Math.round(value),
    against: `budget of ${most} ${unit}`,
    other: most,
    target: 1,
  })
}

/** The medians of every candidate. */
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
  return formatTable([
    ['candidate', 'bytes', 'first operation', 'key press', 'heap', 'came to nothing'],
    ...rows,
  ])
}
