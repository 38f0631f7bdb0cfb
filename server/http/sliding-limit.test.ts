import { expect, test } from 'vitest'
import { createSlidingLimit } from './sliding-limit.ts'

test('a key may do something a number of times within any window', () => {
  const isAllowed = createSlidingLimit({ max: 2, windowMs: 1_000 })
  expect([0, 100, 900].map((at) => isAllowed('one', at))).toEqual([true, true, false])
  expect(isAllowed('two', 900)).toBe(true)
  // At the start of the next window the last one still counts.
  expect([1_001, 1_100, 1_600].map((at) => isAllowed('one', at))).toEqual([true, false, true])
  expect([4_000, 4_000, 4_000].map((at) => isAllowed('one', at))).toEqual([true, true, false])
})
