const gapMs = 1_000
const longestMs = 5_000

/**
 * Sums layout shifts as Core Web Vitals do: in bursts with less than a second in between, of at most five seconds. The function that it
 * returns adds a shift and returns the sum of its burst.
 */
export function createShiftBursts(): (start: number, value: number) => number {
  let [first, last, sum] = [0, Number.NEGATIVE_INFINITY, 0]
  return (start, value) => {
    if (start - last >= gapMs || start - first >= longestMs) [first, sum] = [start, 0]
    last = start
    sum += value
    return sum
  }
}
