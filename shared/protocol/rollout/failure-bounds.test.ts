import { expect, test } from 'vitest'
import { getUpperBound } from './failure-bounds.ts'

// The other side of each was computed as beta.ppf(0.95, bad + 1, loads - bad) of SciPy 1.17.
test.each([
  [0, 100, 0.029513049607039925],
  [0, 1_000, 0.002991249545095295],
  [1, 1_000, 0.004734993575499777],
  [4, 5, 0.9897937816869885],
  [10, 1_000, 0.016903175120562504],
  [20, 2_000, 0.014498062606976633],
  [3, 212, 0.036165614232833494],
  [150, 5_000, 0.034277720066335705],
  [60, 100, 0.6824739847635005],
  [0, 1, 0.95],
])('%d bad of %d loads allow a rate of %d', (bad, loads, expected) => {
  expect(getUpperBound(bad, loads)).toBeCloseTo(expected, 8)
})

test('the upper bound is 1 if every load failed, or without loads', () => {
  expect(getUpperBound(5, 5)).toBe(1)
  expect(getUpperBound(0, 0)).toBe(1)
})

test('the upper bound is above the observed rate over millions of loads', () => {
  expect(getUpperBound(10_000, 10_000_000)).toBeGreaterThan(0.001)
  expect(getUpperBound(10_000, 10_000_000)).toBeLessThan(0.00102)
})
