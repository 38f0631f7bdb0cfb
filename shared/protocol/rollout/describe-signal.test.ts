import { expect, test } from 'vitest'
import { compareRates, describeSignals } from './describe-signal.ts'
import type { ReleaseError } from './error-api.ts'

const counts = { canary: { loads: 1_200, failures: 0 }, stable: { loads: 12_000, failures: 0 } }
const error: ReleaseError = {
  ...{ remote: 'weather', release: '1.4.0-0a1b2c3d', type: 'TypeError', file: 'home.js', line: 1, column: 9 },
  source: { file: 'pages/home/forecast.tsx', line: 41, function: 'Forecast' },
  ...{ page: '/weather', browsers: ['firefox'], canary: 20, stable: 0, firstSeenAt: 1, lastSeenAt: 2 },
}

// Newcombe, Interval estimation for the difference between independent proportions (1998), table II.
test.each([
  [{ count: 56, of: 70 }, { count: 48, of: 80 }, 0.0524, 0.3339],
  [{ count: 9, of: 10 }, { count: 3, of: 10 }, 0.1705, 0.809],
  [{ count: 10, of: 10 }, { count: 0, of: 20 }, 0.6791, 1],
])('the interval between %o and %o is the published one', (after, before, lower, upper) => {
  const interval = compareRates(after, before)
  expect(interval.lower).toBeCloseTo(lower, 4)
  expect(interval.upper).toBeCloseTo(upper, 4)
})

test('a signal that rose is described with its rates, its interval and the most frequent error', () => {
  const signals = [
    { name: 'error', canary: 21, stable: 30 },
    { name: 'shift', canary: 3, stable: 30 },
  ]
  expect(describeSignals({ signals, counts, reporting: 1_000 }, error)).toEqual([
    'Errors rose from 0.3 % to 2.1 % of visits (between 1.1 and 2.9 points more). Most frequent: TypeError in forecast.tsx:41.',
  ])
})

test('pages that never answer are described, also if the canary never does', () => {
  const never = { ...counts, canary: { loads: 0, failures: 0 } }
  const signals = [{ name: 'silent', canary: 20, stable: 1_000 }]
  expect(describeSignals({ signals, counts: never, reporting: 0 })).toEqual([
    expect.stringMatching(/^Pages that never answered rose from 7\.7 % to 100 % of visits/),
  ])
})

test('without a visitor nothing rose', () => {
  const signals = [{ name: 'error', canary: 0, stable: 0 }]
  expect(describeSignals({ signals, counts, reporting: 0 })).toEqual([])
})
