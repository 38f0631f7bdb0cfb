import { median } from '../../report/median.ts'
import { createResultRow, type ResultRow } from '../../report/result-row.ts'
import { screenFrameMs } from './scrolling.ts'
import type { ListingVisit } from './visit-listing.ts'

// Browsers call a task of more than 50 ms long.
const keyBudgetMs = { real: 16, many: 50 }
const taskBudgetMs = 50
/** The rows, with the search index and the normalised names. */
const heapRatio = 3

/** The visits to a listing with the catalogue's own rows, and with far more. */
export interface ListingVisits {
  readonly real: Rows
  readonly many: Rows
}

interface Rows {
  readonly count: number
  readonly visits: readonly ListingVisit[]
}

/** Compares the listing with its budgets, and with an empty page. */
export function compareListings({ real, many }: ListingVisits): ResultRow[] {
  const { count, visits } = many
  const getMedian = (read: (visit: ListingVisit) => number) => median(visits.map(read))
  const emptyLate = getMedian(({ emptyScrolling }) => emptyScrolling.late)
  const rowsHeap = getMedian(({ rowsHeapBytes }) => rowsHeapBytes)
  return [
    toKeyRow(real, keyBudgetMs.real),
    toKeyRow(many, keyBudgetMs.many),
    toBudgetRow(`${count} rows: longest task while indexing and typing`, taskBudgetMs, {
      ms: getMedian(({ longestTaskMs }) => longestTaskMs),
    }),
    toBudgetRow(`${count} rows: a scrolling frame, 99th percentile`, Math.floor(screenFrameMs), {
      ms: getMedian(({ scrolling }) => scrolling.frameMs),
    }),
    createResultRow({
      name: `${count} rows: late frames out of ${getMedian(({ scrolling }) => scrolling.frames)}`,
      value: getMedian(({ scrolling }) => scrolling.late),
      unit: 'frames',
      against: `empty page of the same height: ${emptyLate}`,
      other: Math.max(emptyLate, minimumFrames),
      target: 1,
    }),
    createResultRow({
      name: `${count} rows: heap when idle`,
      value: Math.round(getMedian(({ heapBytes }) => heapBytes) / 1e6),
      unit: 'MB',
      against: `the rows alone: ${Math.round(rowsHeap / 1e6)} MB`,
      other: rowsHeap / 1e6,
      target: heapRatio,
    }),
  ]
}

/** Avoids a division by zero: if the empty page has no late frame, even one of ours is too many. */
const minimumFrames = 0.5

/** The slowest key press, each measured by the median of its runs. */
function toKeyRow({ count, visits }: Rows, limit: number): ResultRow {
  const keys = visits[0]?.keysMs.length ?? 0
  const slowest = Math.max(
    ...Array.from({ length: keys }, (_, key) => median(visits.flatMap(({ keysMs }) => keysMs[key] ?? []))),
  )
  return toBudgetRow(`${count} rows: key press to paint, slowest of ${keys}`, limit, { ms: slowest })
}

/** Times are CPU time of the page's main thread. */
function toBudgetRow(name: string, limit: number, { ms }: { readonly ms: number }): ResultRow {
  return createResultRow({
    name,
    value: Number(ms.toFixed(1)),
    unit: 'ms',
    against: `budget of ${limit} ms`,
    other: limit,
    target: 1,
  })
}
