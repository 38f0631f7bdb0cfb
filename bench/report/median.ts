/** The middle of the values; between the two middle ones where their number is even. Throws where there are none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Half the distance between the quartiles, as a share of the median: how noisy the values are. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  if (low === undefined || high === undefined) throw new Error('A median needs at least one value.')
  return low + (high - low) * (at - Math.floor(at))
}
