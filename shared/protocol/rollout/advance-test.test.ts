import { expect, test } from 'vitest'
import { getGainByFailure, getGainBySuccesses, getLogFactor } from './advance-test.ts'

const counts = (canary: readonly [number, number], stable: readonly [number, number]) => ({
  canary: { loads: canary[0], failures: canary[1] },
  stable: { loads: stable[0], failures: stable[1] },
})

const before = counts([100, 1], [300, 3])

test('on average, a batch does not raise the e-value of a canary that is worse by the margin', () => {
  const [loads, margin] = [8, 0.02]
  for (const rate of [0.001, 0.01, 0.1, 0.5]) {
    let mean = 0
    for (let canary = 0; canary <= loads; canary += 1)
      for (let stable = 0; stable <= loads; stable += 1)
        mean +=
          getChance(loads, canary, rate + margin) *
          getChance(loads, stable, rate) *
          Math.exp(getLogFactor(counts([loads, canary], [loads, stable]), before, margin))
    expect(mean).toBeLessThan(1 + 1e-9)
  }
})

test('a healthy batch raises it, and one with failures of the canary lowers it', () => {
  expect(getLogFactor(counts([100, 1], [100, 1]), before, 0.02)).toBeGreaterThan(0)
  expect(getLogFactor(counts([100, 5], [100, 1]), before, 0.02)).toBeLessThan(0)
})

test('without loads in an arm, or if the canary seems worse by the margin, nothing changes', () => {
  expect(getLogFactor(counts([100, 0], [0, 0]), before, 0.02)).toBe(0)
  expect(getLogFactor(counts([0, 0], [100, 0]), before, 0.02)).toBe(0)
  expect(getLogFactor(counts([100, 0], [100, 0]), counts([5_000, 500], [5_000, 0]), 0.02)).toBe(0)
})

test('a load of an earlier batch that fails later lowers it, and takes its success back', () => {
  const [late, failed, loaded] = [
    [0, 1],
    [1, 1],
    [1, 0],
  ] as const
  const factor = (canary: readonly [number, number]) => getLogFactor(counts(canary, [200, 2]), before, 0.02)
  expect(factor(late)).toBeLessThan(0)
  const stableOnly = counts([0, 0], [200, 2])
  expect(getLogFactor(stableOnly, before, 0.02)).toBe(0)
  expect(factor(failed)).toBeLessThan(factor(loaded))
})

test('an attacker gains most where the canary has half of the visitors', () => {
  const gain = (share: number) => getGainByFailure(before, { margin: 0.01, share })
  expect(gain(0.5)).toBeGreaterThan(gain(0.05))
  expect(getGainBySuccesses(before, { margin: 0.01, share: 0.5 }, 20)).toBeGreaterThan(
    2 * getGainBySuccesses(before, { margin: 0.01, share: 0.5 }, 10),
  )
})

function getChance(loads: number, failures: number, rate: number): number {
  let ways = 1
  for (let at = 1; at <= failures; at += 1) ways *= (loads - failures + at) / at
  return ways * rate ** failures * (1 - rate) ** (loads - failures)
}
