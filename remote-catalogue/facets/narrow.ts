import type { Row } from '../data/schema.ts'
import type { Choice, FacetName } from './facet-values.ts'
import { facets } from './facets.ts'

/** Entries that are left, and how many there would be for each value of each facet. */
export interface Narrowed {
  readonly places: Uint32Array
  /** By `<facet> <value>`: entries with this value among those that all other facets leave. */
  readonly counts: ReadonlyMap<string, number>
}

/** Keeps the places whose entries have a chosen value of every chosen facet, in their order. */
export function narrow(places: Uint32Array, masks: Uint32Array, choice: Choice): Narrowed {
  const chosen = groups.map(({ name, bits, all }) => ({ all, wanted: chosenBits(bits, choice.get(name)) }))
  const kept = new Uint32Array(places.length)
  let count = 0
  // Many entries have the same mask: each mask is judged once.
  const verdicts = new Map<number, Verdict>()
  for (const place of places) {
    const mask = masks[place] ?? 0
    let verdict = verdicts.get(mask)
    if (verdict === undefined) {
      verdict = judge(mask, chosen)
      verdicts.set(mask, verdict)
    }
    verdict.entries += 1
    if (!verdict.isKept) continue
    kept[count] = place
    count += 1
  }
  return { places: kept.subarray(0, count), counts: countsOf([...verdicts.values()]) }
}

interface Verdict {
  readonly isKept: boolean
  /** The bits that entries with this mask count for. */
  readonly counted: number
  entries: number
}

function judge(mask: number, chosen: readonly { readonly all: number; readonly wanted: number }[]): Verdict {
  const missed = chosen.filter(({ wanted }) => wanted !== 0 && (mask & wanted) === 0)
  const [only] = missed
  // What a single facet keeps out is counted for that facet: choosing there would bring it back.
  const counted = only === undefined ? mask : missed.length === 1 ? mask & only.all : 0
  return { isKept: only === undefined, counted, entries: 0 }
}

function countsOf(verdicts: readonly Verdict[]): Map<string, number> {
  const entries = groups.flatMap(({ name, bits }) =>
    [...bits].map(([value, bit]) => {
      const sum = verdicts.reduce((all, verdict) => all + (verdict.counted & bit ? verdict.entries : 0), 0)
      return [countKey(name, value), sum] as const
    }),
  )
  return new Map(entries)
}

/** How a count is named. */
export function countKey(name: FacetName, value: string): string {
  return `${name} ${value}`
}

/** One bit for each value of each facet that a row has. */
function maskOf(row: Row): number {
  let mask = 0
  for (const { name, values } of facets) {
    for (const { value, holds } of values) if (holds(row)) mask |= bitOf(name, value)
  }
  return mask
}

/** The masks of many rows; variants of one row share it, so that each row is looked at once. */
export function masksOf(rows: readonly Row[]): Uint32Array {
  const known = new Map<Row, number>()
  return Uint32Array.from(rows, (row) => {
    const mask = known.get(row) ?? maskOf(row)
    known.set(row, mask)
    return mask
  })
}

const groups = facets.map(({ name, values }, place) => {
  const before = facets.slice(0, place).reduce((sum, facet) => sum + facet.values.length, 0)
  const bits = new Map(values.map(({ value }, at) => [value, 1 << (before + at)]))
  return { name, bits, all: [...bits.values()].reduce((all, bit) => all | bit, 0) }
})

function bitOf(name: FacetName, value: string): number {
  return groups.find((group) => group.name === name)?.bits.get(value) ?? 0
}

function chosenBits(bits: ReadonlyMap<string, number>, values: ReadonlySet<string> | undefined): number {
  return [...(values ?? [])].reduce((all, value) => all | (bits.get(value) ?? 0), 0)
}
