import { expect, test } from 'vitest'
import { formatRelative } from './time.tsx'

const minute = 60_000

test.each([
  [-20_000, '20 seconds ago'],
  [-3.9 * minute, '3 minutes ago'],
  [20 * minute, 'in 20 minutes'],
  [-47 * 60 * minute, '47 hours ago'],
  [-72 * 60 * minute, '3 days ago'],
])('a distance of %s ms is told as %s', (distance, text) => {
  expect(formatRelative(1e12 + distance, 1e12)).toBe(text)
})
