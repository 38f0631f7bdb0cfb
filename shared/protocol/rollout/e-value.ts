/** The failure rates that the test looks for, as multiples of stable's. */
const ratios = [1.15, 1.3, 1.5, 2, 2.5, 3, 5, 10, 30, 100] as const

/**
 * The prior weights of the ratios. They are fixed and sum to 1, so E starts at 1 and a healthy release is safe whatever they are.
 * A vital that a quarter of stable's visitors exceed can't become ten times as frequent, and one that is 30 % slower rises by a third.
 */
export const priors = {
  failures: [0, 0, 0.02, 0.02, 0.62, 0.18, 0.06, 0.06, 0.03, 0.01],
  vitals: [0.2, 0.4, 0.3, 0.06, 0.02, 0.02, 0, 0, 0, 0],
  // No browser has a new shell in its cache, so a few more visitors leave before it starts.
  silence: [0, 0, 0, 0, 0.66, 0.18, 0.06, 0.06, 0.03, 0.01],
} as const

/** A rollout withstands an attacker with this many networks. */
export const attackerNetworks = 16
const maxEValue = 1e9 // JSON has no infinity

/** log E for each of `ratios` before the first report. */
export const emptyLogE: readonly number[] = ratios.map(() => 0)

export interface Failures {
  readonly canary: number
  readonly stable: number
}

/**
 * Returns log E for each ratio after more failures. Each visitor is assigned the canary with the probability `share` and
 * counts as a failure once, so a failure is the canary's with that probability unless the canary is worse: whatever
 * else visitors do, and however many loads they report.
 */
export function updateLogE(
  logE: readonly number[],
  { canary, stable }: Failures,
  share: number,
): readonly number[] {
  if (canary + stable === 0 || share >= 1) return logE
  return ratios.map(
    (ratio, at) =>
      (logE[at] ?? 0) + canary * Math.log(ratio) - (canary + stable) * Math.log1p(share * (ratio - 1)),
  )
}

/**
 * For each of `ratios`, the factor by which one network that fails only in the canary could have raised E so far: its root
 * mean square. After division by it, an attacker's luck alone raises E above x in at most one of x² rollouts; after
 * division by the mean, it would be one of x.
 */
export const noAttack: readonly number[] = ratios.map(() => 1)

/** Returns the factors after the share has grown. */
export function updateAttack(
  attack: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly number[] {
  if (to <= from) return attack
  return attack.map((factor, at) =>
    Math.sqrt(factor ** 2 + (to - from) * (getGain(ratios[at] ?? 1, to) ** 2 - 1)),
  )
}

function getGain(ratio: number, share: number): number {
  return ratio / (1 + share * (ratio - 1))
}

/** Returns log of what `attackerNetworks` could have added to E, for each of `ratios`. */
export function getDiscounts(attack: readonly number[]): readonly number[] {
  return attack.map((factor) => attackerNetworks * Math.log(factor))
}

/** Returns E without `discounts`. */
export function sumEValue(
  logE: readonly number[],
  discounts: readonly number[],
  prior: readonly number[] = priors.failures,
): number {
  const sum = prior.reduce(
    (total, weight, at) => total + weight * Math.exp((logE[at] ?? 0) - (discounts[at] ?? 0)),
    0,
  )
  return Math.min(sum, maxEValue)
}

/**
 * Returns the logarithm of an e-value against "half as many again with the canary": the inverse of that which looks for it. Without
 * what attackers would add whose networks fail if they have stable.
 */
export function getLogEOfLess(logE: readonly number[], share: number): number {
  const gain = Math.min(share, 0.5) * (1 - Math.min(share, 0.5)) * 0.5 // the most so far
  return -(logE[ratios.indexOf(1.5)] ?? 0) - attackerNetworks * Math.log1p(gain)
}
