import { RolloutStepsSchema } from '@portico/kit/contract/rollout-steps.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fullShare, getPlan } from './plans.ts'
import { planNames } from './rollout-record.ts'

test.each(planNames)('the plan %s grows from step to step up to everyone', (name) => {
  const shares = getPlan(name).steps.map(({ share }) => share)
  expect(shares).toEqual([...new Set(shares)].toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(fullShare)
})

test('a team’s own steps follow the testers’, and the plan fills in what they lack', () => {
  const own = [{ percent: 2.5, minutes: 90 }, { percent: 30, loads: 400, margin: 0.4 }, { percent: 100 }]
  expect(getPlan('mid', own)).toEqual({
    name: 'mid',
    steps: [
      { share: 0, bakeMinutes: 0, minimumLoads: 0, marginPoints: 0 },
      { share: 250, bakeMinutes: 90, minimumLoads: 200, marginPoints: 2 },
      { share: 3_000, bakeMinutes: 15, minimumLoads: 400, marginPoints: 0.4 },
      { share: fullShare, bakeMinutes: 15, minimumLoads: 2_000, marginPoints: 0.5 },
    ],
  })
})

test.each([
  [[{ percent: 100 }], 'expected at least two steps, the last for everyone'],
  [
    [{ percent: 50 }, { percent: 5 }, { percent: 100 }],
    'expected each step to have more visitors than the step before',
  ],
  [[{ percent: 5 }, { percent: 50 }], 'expected the last step to be for everyone, 100 percent'],
  [[{ percent: 0 }, { percent: 100 }], 'expected a percentage of visitors above 0 and at most 100'],
  [[{ percent: 5, minutes: 1 }, { percent: 100 }], 'expected 10 to 10080 minutes'],
  [[{ percent: 5, loads: 99 }, { percent: 100 }], 'expected 100 to 100000 loads'],
  [[{ percent: 5, margin: 4 }, { percent: 100 }], 'expected a margin above 0 and at most 3 points'],
  [
    Array.from({ length: 11 }, (_, at) => ({ percent: at === 10 ? 100 : at + 1 })),
    'expected at most 10 steps',
  ],
])('%j are outside of the bounds of every plan', (own, message) => {
  expect(v.safeParse(RolloutStepsSchema, own).issues?.[0].message).toBe(message)
})

test('getPlan returns a copy', () => {
  const plan = getPlan('low')
  plan.steps.length = 0
  expect(getPlan('low').steps).toHaveLength(4)
})
