import type { HistoryPoint } from '@portico/protocol/rollout/history-api.ts'
import { expect, test } from 'vitest'
import { createEvent, now } from '../testing/rollouts.ts'
import { getMarks, getRates, summarizeRates } from './history-points.ts'

const points: HistoryPoint[] = [
  {
    ...{ at: now - 60_000, share: 0, reporting: 0, signals: {} },
    ...{ canary: { loads: 0, failures: 0 }, stable: { loads: 100, failures: 1 } },
  },
  {
    ...{ at: now, share: 500, reporting: 100, signals: { error: { canary: 5, stable: 10 } } },
    ...{ canary: { loads: 200, failures: 4 }, stable: { loads: 2_000, failures: 20 } },
  },
]

test('rates are of loads or of visitors, and unknown without loads', () => {
  const of = (name: string) => getRates(points, name).map(({ canary, stable }) => [canary, stable])
  expect(of('loads')).toEqual([
    [null, 0.01],
    [0.02, 0.01],
  ])
  expect(of('error')).toEqual([
    [null, 0],
    [0.05, 0.01],
  ])
})

test('a chart is summarized by its last and its highest rates', () => {
  expect(summarizeRates('Errors', getRates(points, 'error'))).toBe(
    'Errors of both arms over time. Latest: 5 % with the canary (at most 5 %), 1 % with stable.',
  )
  expect(summarizeRates('Errors', getRates(points.slice(0, 1), 'error'))).toMatch(/no loads yet/)
})

test('events are marked by what happened', () => {
  const events = [createEvent({ what: 'rollout.rollback', by: 'site' }), createEvent({ what: 'other' })]
  expect(getMarks(events).map(({ label }) => label)).toEqual(['rolled back by site', 'other by ana'])
})
