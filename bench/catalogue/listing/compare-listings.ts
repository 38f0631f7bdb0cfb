import { median } from '../../report/median.ts'
import { createResultRow, type ResultRow } from '../../report/result-row.ts'
import { screenFrameMs } from './scrolling.ts'
import type { ListingVisit } from './visit-listing.ts'

// Issue targets. A task of more than 50 ms is what browsers call long.
const keyBudgetMs = { real: 16, many: 50 }
const taskBudgetMs = 50
/** The index and the names without accents beside the rows. */
const heapRatio = 3

/** The visits to as many rows as the catalogue has, and to as many as no catalogue has. */
export interface ListingVisits {
  readonly real: Rows
  readonly many: Rows
}

interface Rows {
  readonly count: number
  readonly visits: readonly ListingVisit[]
}

/** How the listing does against its budgets, and against a page that does nothing. */
export function compareListings({ real, many }: ListingVisits): ResultRow[] {
  const { count, visits } = many
  const middle = (read: (visit: ListingVisit) => number) => median(visits.map(read))
  const emptyLate = middle(({ emptyScrolling }) => emptyScrolling.late)
  const rowsHeap = middle(({ rowsHeapBytes }) => rowsHeapBytes)
  return [
    keyRow(real, keyBudgetMs.real),
    keyRow(many, keyBudgetMs.many),
    budget(`${count} rows: longest task of the index and of typing`, taskBudgetMs, {
      ms: middle(({ longestTaskMs }) => longestTaskMs),
    }),
    budget(`${count} rows: a frame of scrolling, 99 of 100`, Math.floor(screenFrameMs), {
      ms: middle(({ scrolling }) => scrolling.frameMs),
    }),
    createResultRow({
      name: `${count} rows: late frames of ${middle(({ scrolling }) => scrolling.frames)}`,
      value: middle(({ scrolling }) => scrolling.late),
      unit: 'frames',
      against: `empty page of the same height: ${emptyLate}`,
      other: Math.max(emptyLate, noFrame),
      target: 1,
    }),
    createResultRow({
      name: `${count} rows: heap at rest`,
      value: Math.round(middle(({ heapBytes }) => heapBytes) / 1e6),
      unit: 'MB',
      against: `the rows alone: ${Math.round(rowsHeap / 1e6)} MB`,
      other: rowsHeap / 1e6,
      target: heapRatio,
    }),
  ]
}

/** Nothing can be divided by no frame; one frame is twice as much as this, thus too many. */
const noFrame = 0.5

/** The slowest of the keys, each by the median of its runs. */
function keyRow({ count, visits }: Rows, most: number): ResultRow {
  const keys = visits[0]?.keysMs.length ?? 0
  const slowest = Math.max(
    ...Array.from({ length: keys }, (_, key) => median(visits.flatMap(({ keysMs }) => keysMs[key] ?? []))),
  )
  return budget(`${count} rows: key press to paint, the slowest of ${keys}`, most, { ms: slowest })
}

/** In processor time of the page's main thread. */
function budget(name: string, most: number, { ms }: { readonly ms: number }): ResultRow {
  return createResultRow({
    name,
    value: Number(ms.toFixed(1)),
    unit: 'ms',
    against: `budget of ${most} ms`,
    other: most,
    target: 1,
  })
}
