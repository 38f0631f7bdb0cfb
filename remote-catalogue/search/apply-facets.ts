import type { Row } from '../data/schema.ts'
import type { FacetName, FacetSelection } from '../model/facet-values.ts'
import { facets } from './facets.ts'

/** The remaining entries, and the number of results for each value of each facet. */
export type FilteredEntries = ReturnType<typeof applyFacets>

/** Keeps the positions whose entries match a selected value of every selected facet, in order. */
export function applyFacets(
  positions: Uint32Array,
  { distinct, maskIndexes }: Masks,
  selection: FacetSelection,
) {
  const selectedFacets = groups.map(({ name, bits, all }) => ({
    all,
    selectedBits: getSelectedBits(bits, selection.get(name)),
  }))
  // Many entries share a mask, so each mask is checked once.
  const maskResults = distinct.map((mask) => matchMask(mask, selectedFacets))
  const entries = new Uint32Array(distinct.length)
  const remaining = new Uint32Array(positions.length)
  let count = 0
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0
    const maskIndex = maskIndexes[position] ?? 0
    entries[maskIndex] = (entries[maskIndex] ?? 0) + 1
    if (!maskResults[maskIndex]?.matches) continue
    remaining[count] = position
    count += 1
  }
  const counted = maskResults.map((result, maskIndex) => ({ ...result, entries: entries[maskIndex] ?? 0 }))
  return {
    positions: remaining.subarray(
      0,
      count,
    ) /** By `<facet> <value>`: matching entries that pass all other facets. */,
    counts: countValues(counted),
  }
}

type MaskResult = ReturnType<typeof matchMask>

function matchMask(
  mask: number,
  selectedFacets: readonly { readonly all: number; readonly selectedBits: number }[],
) {
  const unmatched = selectedFacets.filter(
    ({ selectedBits }) => selectedBits !== 0 && (mask & selectedBits) === 0,
  )
  const [only] = unmatched
  // An entry excluded by one facet counts for it: selecting its value would include the entry again.
  const counted = only === undefined ? mask : unmatched.length === 1 ? mask & only.all : 0
  return { matches: only === undefined /** The bits that entries with this mask count for. */, counted }
}

function countValues(
  maskResults: readonly (MaskResult & { readonly entries: number })[],
): Map<string, number> {
  const entries = groups.flatMap(({ name, bits }) =>
    [...bits].map(([value, bit]) => {
      const sum = maskResults.reduce((all, result) => all + (result.counted & bit ? result.entries : 0), 0)
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
    for (const { value, matches } of values) if (matches(row)) mask |= getBit(name, value)
  }
  return mask
}

/** The facet masks of many entries. */
export interface Masks {
  /** The distinct masks, with a bit for each value of each facet. */
  readonly distinct: readonly number[]
  /** By the entry's position: the position of its mask in `distinct`. */
  readonly maskIndexes: Uint16Array
}

/** Rows per slice: about a millisecond. */
const rowsPerStep = 100

/** Computes the masks of the entries' rows, as a generator that can run in slices. */
export function* buildMasks(entries: readonly { readonly row: Row }[]): Generator<void, Masks, void> {
  const maskNumbers = new Map<number, number>()
  const maskIndexes = new Uint16Array(entries.length)
  let previousRow: Row | undefined
  let processed = 0
  for (const [position, { row }] of entries.entries()) {
    // The variants of a row follow it, and have its mask.
    if (row === previousRow) {
      maskIndexes[position] = maskIndexes[position - 1] ?? 0
      continue
    }
    previousRow = row
    const mask = getMask(row)
    const maskNumber = maskNumbers.get(mask) ?? maskNumbers.size
    maskNumbers.set(mask, maskNumber)
    maskIndexes[position] = maskNumber
    processed += 1
    if (processed % rowsPerStep === 0) yield
  }
  return { distinct: [...maskNumbers.keys()], maskIndexes }
}

const groups = facets.map(({ name, values }, position) => {
  const bitCount = facets.slice(0, position).reduce((sum, facet) => sum + facet.values.length, 0)
  const bits = new Map(values.map(({ value }, index) => [value, 1 << (bitCount + index)]))
  return { name, bits, all: [...bits.values()].reduce((all, bit) => all | bit, 0) }
})

function getBit(name: FacetName, value: string): number {
  return groups.find((group) => group.name === name)?.bits.get(value) ?? 0
}

function getSelectedBits(bits: ReadonlyMap<string, number>, values: ReadonlySet<string> | undefined): number {
  return [...(values ?? [])].reduce((all, value) => all | (bits.get(value) ?? 0), 0)
}
