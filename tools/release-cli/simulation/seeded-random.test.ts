import { expect, test } from 'vitest'
import { createSeededRandom } from './seeded-random.ts'

const draws = 20_000

function mean(draw: () => number): number {
  return Array.from({ length: draws }, draw).reduce((sum, value) => sum + value, 0) / draws
}

test('the same seed gives the same numbers, and another seed gives others', () => {
  const drawn = (seed: number) => Array.from({ length: 5 }, createSeededRandom(seed).uniform)
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7)).not.toEqual(drawn(8))
})

test('uniform numbers fill their range evenly', () => {
  const { uniform } = createSeededRandom(1)
  expect(mean(uniform)).toBeCloseTo(0.5, 1)
  expect(mean(() => (uniform() < 0.1 ? 1 : 0))).toBeCloseTo(0.1, 1)
})

test.each([0, 0.3, 12, 900])('Poisson numbers have a mean of %d', (expected) => {
  const { poisson } = createSeededRandom(2)
  const drawn = mean(() => poisson(expected))
  expect(Math.abs(drawn - expected)).toBeLessThan(5 * Math.sqrt(expected / draws) + 1e-9)
})

test.each([
  [0, 0.5],
  [10, 0],
  [10, 1],
  [60, 0.02],
  [1_200, 0.7],
])('%d trials with the probability %d have the expected mean', (count, rate) => {
  const { binomial } = createSeededRandom(3)
  const deviation = Math.sqrt((count * rate * (1 - rate)) / draws)
  expect(Math.abs(mean(() => binomial(count, rate)) - count * rate)).toBeLessThan(5 * deviation + 1e-9)
})
