import { attackerNetworks } from './e-value.ts'
import { fullShare } from './plans.ts'

const maxChance = 1e-4

/** Networks that must report the canary before a step advances automatically: more than an attacker has. */
export const reportingNetworksNeeded = attackerNetworks + 1

/**
 * Returns from how many networks failures of the canary must come before it is paused or rolled back: more than an attacker
 * would have in the canary at this share in 9,999 of 10,000 cases. Nobody can choose their arm.
 */
export function getFailingNetworksNeeded(share: number): number {
  const rate = share / fullShare
  let needed = attackerNetworks + 1
  let tail = 0
  while (needed > 0) {
    tail += getChance(needed - 1, rate)
    if (tail > maxChance) return needed
    needed -= 1
  }
  return needed
}

/** The probability that exactly `count` of the attacker's networks are in the canary. */
function getChance(count: number, rate: number): number {
  let ways = 1
  for (let at = 1; at <= count; at += 1) ways *= (attackerNetworks - count + at) / at
  return ways * rate ** count * (1 - rate) ** (attackerNetworks - count)
}
