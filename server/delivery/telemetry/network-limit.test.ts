import { expect, test } from 'vitest'
import { createNetworkLimit } from './network-limit.ts'

const load = {
  rollout: 'r-1',
  arm: 'canary',
  isFailure: false,
  release: 'new@1.0.0-0a1b2c3d',
  view: 'v',
  visitor: 'a',
  network: 'one',
  at: 1_000,
} as const

test('a network can report a limited number of loads of a release per hour', () => {
  const isWithinLimit = createNetworkLimit(2)
  expect([load, load, load].map(isWithinLimit)).toEqual([true, true, false])
  expect(isWithinLimit({ ...load, network: 'two' })).toBe(true)
  expect(isWithinLimit({ ...load, release: 'new@1.1.0-11111111' })).toBe(true)
  expect(isWithinLimit(load)).toBe(false)
  expect(isWithinLimit({ ...load, at: 3_600_000 })).toBe(true)
})
