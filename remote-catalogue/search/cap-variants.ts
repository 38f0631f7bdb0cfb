import { type Entry, getRowId } from '../model/entry.ts'
import type { SearchResults } from './catalogue-search.ts'

/** Enough to see what a row's variants are like, few enough that other rows stay in view. */
const maxVariants = 3

/** The matching variants of one row. */
interface RowVariants {
  /** Names the row among all categories. */
  readonly key: string
  readonly row: Entry['row']
  /** How many of them match. */
  readonly count: number
}

/** Results with at most a few variants of each row. */
export interface CappedResults {
  readonly positions: readonly number[]
  /** The rows with more variants, by the position of the last that is shown. */
  readonly more: ReadonlyMap<number, RowVariants>
}

/** Keeps the best variants of each row, and all of those rows that are `expanded` or have hardly more. */
export function capVariants(
  { positions, getEntry }: Pick<SearchResults, 'positions' | 'getEntry'>,
  expanded: ReadonlySet<string>,
): CappedResults {
  const counts = new Map<string, number>()
  const keys = Array.from(positions, (position) => {
    const entry = getEntry(position)
    if (!entry?.variant) return null
    const key = getRowKey(entry)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return { key, row: entry.row, number: counts.get(key) ?? 0 }
  })
  const isCapped = (key: string) => (counts.get(key) ?? 0) > maxVariants + 1 && !expanded.has(key)
  const more = new Map<number, RowVariants>()
  const kept = [...positions].filter((position, index) => {
    const variant = keys[index]
    if (!variant || !isCapped(variant.key)) return true
    const { key, row, number } = variant
    if (number === maxVariants) more.set(position, { key, row, count: counts.get(key) ?? 0 })
    return number <= maxVariants
  })
  return { positions: kept, more }
}

/** The key of an entry's row. */
export function getRowKey({ path, row }: Entry): string {
  return `${path} ${getRowId(row)}`
}
