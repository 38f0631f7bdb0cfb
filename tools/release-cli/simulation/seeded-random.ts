/** A reproducible random generator: the same seed gives the same numbers. */
export interface Random {
  /** A number in [0, 1). */
  uniform(): number
  /** A Poisson-distributed number with this mean. */
  poisson(mean: number): number
  /** The number of successes in `count` trials with the probability `rate`. */
  binomial(count: number, rate: number): number
}

/** Creates an sfc32 generator (Chris Doty-Humphrey, public domain). */
export function createSeededRandom(seed: number): Random {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, seed | 0, 1]
  const uniform = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let warm = 0; warm < 15; warm += 1) uniform()
  return {
    uniform,
    poisson: (mean) => poisson(mean, uniform),
    binomial: (count, rate) => binomial(count, rate, uniform),
  }
}

/** Above this, e^-mean is too close to 0, so the mean is split. */
const largestMean = 500

function poisson(mean: number, uniform: () => number): number {
  let drawn = 0
  let remaining = mean
  for (; remaining > largestMean; remaining -= largestMean)
    drawn += invertCdf(Math.exp(-largestMean), (at) => largestMean / at, uniform())
  return drawn + invertCdf(Math.exp(-remaining), (at) => remaining / at, uniform())
}

const largestCount = 500

function binomial(count: number, rate: number, uniform: () => number): number {
  if (rate <= 0 || count === 0) return 0
  if (rate > 0.5) return count - binomial(count, 1 - rate, uniform)
  const odds = rate / (1 - rate)
  let drawn = 0
  for (let remaining = count; remaining > 0; remaining -= largestCount) {
    const tries = Math.min(remaining, largestCount)
    drawn += invertCdf((1 - rate) ** tries, (at) => ((tries - at + 1) / at) * odds, uniform())
  }
  return drawn
}

/** Returns the number at which the probabilities, each `ratio(at)` times the previous, sum up to `point`. */
function invertCdf(chanceOfNone: number, ratio: (at: number) => number, point: number): number {
  let drawn = 0
  let chance = chanceOfNone
  for (let sum = chance; sum < point && chance > 0; sum += chance) {
    drawn += 1
    chance *= ratio(drawn)
  }
  return drawn
}
