import type { Arm, Counts } from './rollout-record.ts'

/** The weight of both arms together in the estimate of each, in loads. */
const pooledWeight = 200
const prior = { rate: 0.005, loads: 100 }

/**
 * Returns the logarithm of the factor by which a batch changes the e-value against "the canary is worse by `margin` or
 * more" (Turner, Ly and Grünwald, "Generic E-variables for exact sequential k-sample tests", 2021). Predicts the batch
 * from those `before` it; the ratio is to the most similar prediction in which the canary is worse by the margin.
 */
export function getLogFactor(batch: Counts, before: Counts, margin: number): number {
  const { canary, stable } = batch
  // A load of an earlier batch may fail only now: it then has a failure in this one, and no load.
  if (isEmpty(canary) || isEmpty(stable)) return 0
  const healthy = predict(before)
  if (healthy.canary - healthy.stable >= margin) return 0
  const worse = findNearest(healthy, { canary: canary.loads, stable: stable.loads }, margin)
  return getLogRatio(canary, healthy.canary, worse.canary) + getLogRatio(stable, healthy.stable, worse.stable)
}

/**
 * Returns by how much a network that fails once, if it has stable, raises the e-value on average: 0.1 is 10 %. `share` is
 * the canary's, from 0 to 1.
 */
export function getGainByFailure(before: Counts, { margin, share }: MarginAtShare): number {
  const healthy = predict(before)
  if (healthy.canary - healthy.stable >= margin) return 0
  const worse = findNearest(healthy, { canary: share, stable: 1 - share }, margin)
  return (1 - share) * (healthy.stable / worse.stable - 1)
}

/** Returns by how much a network that reports `loads` successes, if it has the canary, raises the e-value on average. */
export function getGainBySuccesses(counts: Counts, { margin, share }: MarginAtShare, loads: number): number {
  const healthy = predict(counts)
  if (healthy.canary - healthy.stable >= margin) return 0
  const worse = findNearest(healthy, { canary: share, stable: 1 - share }, margin)
  return share * (((1 - healthy.canary) / (1 - worse.canary)) ** loads - 1)
}

function isEmpty({ loads, failures }: Arm): boolean {
  return loads + failures === 0
}

interface MarginAtShare {
  readonly margin: number
  readonly share: number
}

interface Rates {
  readonly canary: number
  readonly stable: number
}

function predict({ canary, stable }: Counts): Rates {
  const failures = canary.failures + stable.failures + prior.rate * prior.loads
  const pooled = failures / (canary.loads + stable.loads + prior.loads)
  const estimate = (arm: Arm) => (arm.failures + pooledWeight * pooled) / (arm.loads + pooledWeight)
  return { canary: estimate(canary), stable: estimate(stable) }
}

/** The rates with the smallest relative entropy of which the canary's is higher by `margin`, by bisection. */
function findNearest({ canary, stable }: Rates, loads: Rates, margin: number): Rates {
  let low = Math.max(0, canary - margin)
  let high = Math.min(stable, 1 - margin)
  for (let round = 0; round < 40; round += 1) {
    const rate = (low + high) / 2
    const worse = rate + margin
    const slope =
      (loads.canary * (worse - canary)) / (worse * (1 - worse)) +
      (loads.stable * (rate - stable)) / (rate * (1 - rate))
    if (slope > 0) high = rate
    else low = rate
  }
  return { canary: (low + high) / 2 + margin, stable: (low + high) / 2 }
}

function getLogRatio({ loads, failures }: Arm, rate: number, other: number): number {
  return failures * Math.log(rate / other) + (loads - failures) * Math.log((1 - rate) / (1 - other))
}
