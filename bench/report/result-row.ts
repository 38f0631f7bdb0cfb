/** One comparison in `bench/results/<name>.json`. */
export interface ResultRow {
  readonly name: string
  /** Ours. */
  readonly value: number
  readonly unit: string
  /** What it is compared with. */
  readonly against: string
  /** Ours divided by theirs; lower is better. */
  readonly ratio: number
  /** The highest ratio that passes. */
  readonly target: number
  readonly isMet: boolean
}

/** A value and the one it is compared with: `other` is the value of `against`, in the same unit. */
export interface Comparison extends Pick<ResultRow, 'name' | 'value' | 'unit' | 'against' | 'target'> {
  readonly other: number
}

/** Computes the ratio of a comparison and whether it meets its target. */
export function createResultRow({ name, value, unit, against, target, other }: Comparison): ResultRow {
  const ratio = Number((value / other).toFixed(3))
  return { name, value, unit, against, ratio, target, isMet: ratio <= target }
}
