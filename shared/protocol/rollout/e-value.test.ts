import { expect, test } from 'vitest'
import {
  attackerNetworks,
  emptyLogE,
  getDiscounts,
  noAttack,
  sumEValue,
  updateAttack,
  updateLogE,
} from './e-value.ts'

const share = 0.05

test('E starts at 1', () => {
  expect(sumEValue(emptyLogE, getDiscounts(noAttack))).toBeCloseTo(1, 10)
})

test('E is the weighted mean of the likelihood ratios', () => {
  const weights = { 1.5: 0.02, 2: 0.02, 2.5: 0.62, 3: 0.18, 5: 0.06, 10: 0.06, 30: 0.03, 100: 0.01 }
  const parts = Object.entries(weights).map(
    ([ratio, weight]) => (weight * Number(ratio) ** 2) / (1 + share * (Number(ratio) - 1)) ** 3,
  )
  const logE = updateLogE(emptyLogE, { canary: 2, stable: 1 }, share)
  expect(sumEValue(logE, getDiscounts(noAttack))).toBeCloseTo(
    parts.reduce((sum, part) => sum + part, 0),
    10,
  )
})

test('a failure of a healthy canary leaves E at 1 on average', () => {
  const after = (canary: number) =>
    sumEValue(updateLogE(emptyLogE, { canary, stable: 1 - canary }, share), getDiscounts(noAttack))
  expect(share * after(1) + (1 - share) * after(0)).toBeCloseTo(1, 10)
})

test('the luck of an attacker who fails only in the canary raises E above x in at most one of x² rollouts', () => {
  const attack = updateAttack(noAttack, { from: 0, to: share })
  let meanSquare = 0
  let chance = (1 - share) ** attackerNetworks // that none of the networks is in the canary
  for (let failures = 0; failures <= attackerNetworks; failures += 1) {
    const logE = updateLogE(emptyLogE, { canary: failures, stable: 0 }, share)
    meanSquare += chance * sumEValue(logE, getDiscounts(attack)) ** 2
    chance *= ((attackerNetworks - failures) / (failures + 1)) * (share / (1 - share))
  }
  expect(meanSquare).toBeLessThan(1)
  expect(meanSquare).toBeGreaterThan(0.1) // not so small that a broken canary is caught late
})

test('what an attacker could have added is remembered from smaller shares', () => {
  const small = updateAttack(noAttack, { from: 0, to: 0.05 })
  expect(updateAttack(small, { from: 0.05, to: 0.05 })).toBe(small)
  const grown = updateAttack(small, { from: 0.05, to: 0.5 })
  const atOnce = updateAttack(noAttack, { from: 0, to: 0.5 })
  expect(grown.every((factor, at) => factor > (atOnce[at] ?? 0))).toBe(true)
})
