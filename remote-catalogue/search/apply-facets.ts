import type { Row } from '../data/schema.ts'
import type { FacetName, FacetSelection } from '../model/facet-values.ts'
import { facets } from './facets.ts'

/** The remaining entries, and the number of results for each value of each facet. */
export interface FilteredEntries {
  readonly positions: Uint32Array
  /** By `<facet> <value>`: matching entries that pass all other facets. */
  readonly counts: ReadonlyMap<string, number>
}

/** Keeps the positions whose entries match a selected value of every selected facet, in order. */
export function applyFacets(
  positions: Uint32Array,
  { distinct, kinds }: Masks,
  choice: FacetSelection,
): FilteredEntries {
  const chosen = groups.map(({ name, bits, all }) => ({
    all,
    wanted: getSelectedBits(bits, choice.get(name)),
  }))
  // Many entries share a mask, so each mask is checked once.
  const verdicts = distinct.map((mask) => matchMask(mask, chosen))
  const entries = new Uint32Array(distinct.length)
  const kept = new Uint32Array(positions.length)
  let count = 0
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] ?? 0
    const kind = kinds[position] ?? 0
    entries[kind] = (entries[kind] ?? 0) + 1
    if (!verdicts[kind]?.matches) continue
    kept[count] = position
    count += 1
  }
  const counted = verdicts.map((verdict, kind) => ({ ...verdict, entries: entries[kind] ?? 0 }))
  return { positions: kept.subarray(0, count), counts: countValues(counted) }
}

interface MaskResult {
  readonly matches: boolean
  /** The bits that entries with this mask count for. */
  readonly counted: number
}

function matchMask(
  mask: number,
  chosen: readonly { readonly all: number; readonly wanted: number }[],
): MaskResult {
  const missed = chosen.filter(({ wanted }) => wanted !== 0 && (mask & wanted) === 0)
  const [only] = missed
  // An entry excluded by one facet counts for it: selecting its value would include the entry again.
  const counted = only === undefined ? mask : missed.length === 1 ? mask & only.all : 0
  return { matches: only === undefined, counted }
}

function countValues(verdicts: readonly (MaskResult & { readonly entries: number })[]): Map<string, number> {
  const entries = groups.flatMap(({ name, bits }) =>
    [...bits].map(([value, bit]) => {
      const sum = verdicts.reduce((all, verdict) => all + (verdict.counted & bit ? verdict.entries : 0), 0)
      return [getCountKey(name, value), sum] as const
    }),
  )
  return new Map(entries)
}

/** How a count is named. */
export function getCountKey(name: FacetName, value: string): string {
  return `${name} ${value}`
}

/** One bit for each value of each facet that a row has. */
function getMask(row: Row): number {
  let mask = 0
  for (const { name, values } of facets) {
    for (const { value, holds } of values) if (holds(row)) mask |= getBit(name, value)
  }
  return mask
}

/** The facet masks of many entries. */
export interface Masks {
  /** The distinct masks, with a bit for each value of each facet. */
  readonly distinct: readonly number[]
  /** By the entry's position: the position of its mask in `distinct`. */
  readonly kinds: Uint16Array
}

/** Rows per slice: about a millisecond. */
const rowsPerStep = 100

/** Computes the masks of the entries' rows, as a generator that can run in slices. */
export function* buildMasks(entries: readonly { readonly row: Row }[]): Generator<void, Masks, void> {
  const known = new Map<number, number>()
  const kinds = new Uint16Array(entries.length)
  let before: Row | undefined
  let processed = 0
  for (const [position, { row }] of entries.entries()) {
    // The variants of a row follow it, and have its mask.
    if (row === before) {
      kinds[position] = kinds[position - 1] ?? 0
      continue
    }
    before = row
    const mask = getMask(row)
    const kind = known.get(mask) ?? known.size
    known.set(mask, kind)
    kinds[position] = kind
    processed += 1
    if (processed % rowsPerStep === 0) yield
  }
  return { distinct: [...known.keys()], kinds }
}

const groups = facets.map(({ name, values }, position) => {
  const before = facets.slice(0, position).reduce((sum, facet) => sum + facet.values.length, 0)
  const bits = new Map(values.map(({ value }, at) => [value, 1 << (before + at)]))
  return { name, bits, all: [...bits.values()].reduce((all, bit) => all | bit, 0) }
})

function getBit(name: FacetName, value: string): number {
  return groups.find((group) => group.name === name)?.bits.get(value) ?? 0
}

function getSelectedBits(bits: ReadonlyMap<string, number>, values: ReadonlySet<string> | undefined): number {
  return [...(values ?? [])].reduce((all, value) => all | (bits.get(value) ?? 0), 0)
}
