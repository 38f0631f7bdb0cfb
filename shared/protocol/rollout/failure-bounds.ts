const alpha = 0.05 // one-sided 95 %

/**
 * Returns the upper bound of the failure rate, with 95 % confidence (Clopper-Pearson): the p at which so few failures have
 * a probability of 5 %. 1 without loads.
 */
export function getUpperBound(failures: number, loads: number): number {
  if (failures >= loads) return 1
  const logWays = logChoose(loads, failures)
  let low = failures / loads
  // Enough standard deviations to be beyond the bound, and few enough to find it quickly.
  let high = Math.min(1, low + (6 * Math.sqrt(failures + 1) + 6) / loads)
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    if (atMost(failures, { loads, rate: middle, logWays }) > alpha) low = middle
    else high = middle
  }
  return high
}

/** Probability of at most `failures` failures. Summed downwards from the largest term, where nothing underflows. */
function atMost(
  failures: number,
  { loads, rate, logWays }: { loads: number; rate: number; logWays: number },
) {
  let term = Math.exp(logWays + failures * Math.log(rate) + (loads - failures) * Math.log1p(-rate))
  let sum = term
  for (let count = failures; count > 0 && term > sum * 1e-12; count -= 1) {
    term *= (count * (1 - rate)) / ((loads - count + 1) * rate)
    sum += term
  }
  return sum
}

function logChoose(from: number, take: number): number {
  const least = Math.min(take, from - take)
  let log = 0
  for (let at = 1; at <= least; at += 1) log += Math.log((from - least + at) / at)
  return log
}
