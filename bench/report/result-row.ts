/** One comparison of a bench, as `bench/results/<name>.json` holds it. */
export interface ResultRow {
  readonly name: string
  /** Ours. */
  readonly value: number
  readonly unit: string
  /** What ours is compared with. */
  readonly against: string
  /** Ours by theirs; less is better. */
  readonly ratio: number
  /** The highest ratio that is good enough. */
  readonly target: number
  readonly holds: boolean
}

/** What is compared: `other` is the value of `against`, in the same unit. */
export interface Comparison extends Pick<ResultRow, 'name' | 'value' | 'unit' | 'against' | 'target'> {
  readonly other: number
}

/** The row of a comparison. */
export function createResultRow({ name, value, unit, against, target, other }: Comparison): ResultRow {
  const ratio = Number((value / other).toFixed(3))
  return { name, value, unit, against, ratio, target, holds: ratio <= target }
}
