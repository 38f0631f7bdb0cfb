/** One comparison in `bench/results/<name>.json`. */
export interface ResultRow {
  readonly name: string
  /** Ours. */
  readonly value: number
  readonly unit: string
  /** What it is compared with. */
  readonly against: string
  /** Ours divided by theirs. */
  readonly ratio: number
  /** The highest ratio that passes; the lowest one if higher is better. */
  readonly target: number
  /** Only for rates, such as pages per second. */
  readonly isHigherBetter?: true
  readonly isMet: boolean
}

/** A value and the one it is compared with: `other` is the value of `against`, in the same unit. */
export interface Comparison
  extends Pick<ResultRow, 'name' | 'value' | 'unit' | 'against' | 'target' | 'isHigherBetter'> {
  readonly other: number
}

/** Computes the ratio of a comparison and whether it meets its target. */
export function createResultRow({ other, ...row }: Comparison): ResultRow {
  const ratio = Number((row.value / other).toFixed(3))
  return { ...row, ratio, isMet: row.isHigherBetter ? ratio >= row.target : ratio <= row.target }
}
