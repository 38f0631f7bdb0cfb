/** The middle value; the mean of the middle two if their number is even. Throws if there are none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Half the interquartile range as a share of the median: how noisy the values are. */
export function spread(values: readonly number[]): number {
  return (percentile(values, 0.75) - percentile(values, 0.25)) / 2 / median(values)
}

/** The value below which `share` (0 to 1) of the values lie, interpolated. Throws if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (low === undefined || high === undefined) throw new Error('Expected at least one value.')
  return low + (high - low) * (position - Math.floor(position))
}
