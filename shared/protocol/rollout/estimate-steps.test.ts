import { expect, test } from 'vitest'
import { deploymentAfter, reports, start } from '../testing/rollout-events.ts'
import { estimateSteps } from './estimate-steps.ts'
import { fullShare } from './plans.ts'
import type { RolloutEvent } from './transition.ts'

const hourMs = 3_600_000
const advanced: RolloutEvent = { kind: 'advanced' }
const getHours = (loadsPerMinute: number, ...events: readonly RolloutEvent[]) =>
  estimateSteps(deploymentAfter(start('low'), ...events), { loadsPerMinute, now: 0 }).map(
    ({ share, from, to }) => [share, from / hourMs, to / hourMs],
  )

test('every step that is left has an end, later for fewer loads', () => {
  const [quiet, busy] = [getHours(1), getHours(4)]
  expect(quiet.map(([share]) => share)).toEqual([2_000, 5_000, fullShare])
  for (const [at, [, from = 0, to = 0]] of quiet.entries()) {
    expect(from).toBeLessThan(to)
    expect(from).toBeGreaterThan(busy[at]?.[1] ?? Number.POSITIVE_INFINITY)
  }
  expect(getHours(1, advanced, advanced).map(([share]) => share)).toEqual([5_000, fullShare])
})

test('no step ends before its bake time, however many loads there are', () => {
  const ends = getHours(4_000)
  expect(ends.map(([, from]) => Math.round(10 * (from ?? 0)))).toEqual([5, 15, 25])
})

test('loads so far shorten the estimate', () => {
  const done = Array.from({ length: 200 }, (_, at) => reports(at * 10, 1))
  expect(getHours(1, advanced, ...done)[0]?.[2]).toBeLessThan(getHours(1, advanced)[0]?.[2] ?? 0)
})

test('a pause and a freeze are taken to end now', () => {
  const paused: RolloutEvent = { kind: 'paused', reason: 'a doubt' }
  const frozen: RolloutEvent = { kind: 'frozen', reason: 'holidays' }
  expect(getHours(1, advanced, paused, frozen)).toEqual(getHours(1, advanced))
})

test('steps beyond 30 days are missing, and so is everything without traffic', () => {
  expect(getHours(0.02)).toEqual([])
  expect(getHours(0)).toEqual([])
})
