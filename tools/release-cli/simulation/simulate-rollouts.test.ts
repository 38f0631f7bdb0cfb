import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import { expect, test } from 'vitest'
import { simulateRollouts } from './simulate-rollouts.ts'

const seed = 20261121
const healthy = { canary: 0.01, stable: 0.01 }
const site = { seed, plan: getPlan('mid'), loadsPerMinute: 400, limitMinutes: 10 * 60, bucketSeconds: 30 }

test('of 25 healthy rollouts none is rolled back, and all complete', () => {
  const ends = simulateRollouts({ ...site, runs: 25, failures: healthy })
  expect(ends.filter(({ status }) => status !== 'completed')).toHaveLength(0)
})

/** Stays at 5 % until the evidence decides. */
const fivePercent: Plan = {
  name: 'mid',
  steps: [{ share: 500, bakeMinutes: 1e9, minimumLoads: 1e9, marginPoints: 0 }, ...getPlan('now').steps],
}

// 97 % of 600 are, and the seed is fixed: 100 rollouts show a large change; the benchmark shows small ones.
test('1 % that becomes 5 % is paused or rolled back within 500 loads of the canary in 94 of 100 rollouts', () => {
  const ends = simulateRollouts({
    ...site,
    runs: 100,
    loadsPerMinute: 100,
    bucketSeconds: 12,
    plan: fivePercent,
    failures: { ...healthy, canary: 0.05 },
  })
  const caught = ends.filter(({ caught }) => caught !== null && caught.canaryLoads <= 500)
  expect(caught.length).toBeGreaterThanOrEqual(94)
})

test('if everything is broken, a few loads are enough', () => {
  const ends = simulateRollouts({
    ...site,
    runs: 25,
    plan: fivePercent,
    failures: { ...healthy, canary: 1 },
  })
  expect(Math.max(...ends.map(({ canaryLoads }) => canaryLoads))).toBeLessThan(40)
})

test('an outage of both arms never rolls back, in any step', () => {
  for (const from of [1, 20, 35, 50]) {
    const outage = { rate: 0.6, from, until: from + 7 }
    const ends = simulateRollouts({ ...site, runs: 5, failures: healthy, outage })
    expect(ends.filter(({ status }) => status === 'rolled-back')).toHaveLength(0)
  }
})

test('progress is reported after each rollout', () => {
  const done: number[] = []
  simulateRollouts({
    ...site,
    runs: 3,
    limitMinutes: 1,
    failures: healthy,
    onProgress: (count) => done.push(count),
  })
  expect(done).toEqual([1, 2, 3])
})

test('the same seed gives the same results', () => {
  const story = () => simulateRollouts({ ...site, runs: 3, failures: healthy })
  expect(story()).toEqual(story())
})
