import { expect, test } from 'vitest'
import { getFailingNetworksNeeded } from './networks-needed.ts'

// The smallest k with scipy.stats.binom.sf(k - 1, 16, share) <= 1e-4.
test.each([
  [0, 1],
  [100, 4],
  [500, 6],
  [1_000, 8],
  [2_500, 12],
  [5_000, 16],
  [10_000, 17],
])('at a share of %d basis points, failures must come from %d networks', (share, networks) => {
  expect(getFailingNetworksNeeded(share)).toBe(networks)
})
