import { formatCount } from '@portico/kit/format.ts'
import type { Category, Row } from '../../../data/schema.ts'
import { type Entry, getEntries, getRowId } from '../../../model/entry.ts'

/** Entries that are shown together. */
export interface GallerySection {
  /** Unique on the page. */
  readonly id: string
  /** For example `Neon glow`. */
  readonly heading: string
  /** What the entries are, for example `36 variants`. */
  readonly size: string
  readonly entries: readonly Entry[]
}

/** A section for each row with variants, after one for all other rows. */
export function getSections({ path, title, rows }: Category): GallerySection[] {
  const entries = getEntries({ path, rows })
  const plain = entries.filter(({ row }) => !row.variants)
  const grouped = rows.flatMap((row) => (row.variants ? [toSection(row, entries)] : []))
  if (plain.length === 0) return grouped
  return [
    { id: 'gallery', heading: title, size: formatCount(plain.length, 'endpoint'), entries: plain },
    ...grouped,
  ]
}

function toSection(row: Row, all: readonly Entry[]): GallerySection {
  const id = getRowId(row)
  const entries = all.filter((entry) => entry.variant !== null && getRowId(entry.row) === id)
  return {
    id: `gallery-${id}`,
    heading: row.name,
    size: `${entries.length} ${row.variants?.noun ?? 'variants'}`,
    entries,
  }
}

/** How many entries of a section are shown at first: a line or two, and all of them if few would be left. */
export function getInitialCount(entryCount: number, sectionCount: number): number {
  const count = sectionCount === 1 ? 40 : sectionCount === 2 ? 12 : 6
  return entryCount <= count * 1.5 ? entryCount : count
}
