import { expect, test } from 'vitest'
import { everyone, planNamed } from './plans.ts'
import { planNames } from './rollout-record.ts'

test.each(planNames)('the plan %s grows from step to step, to everyone', (name) => {
  const shares = planNamed(name).steps.map(({ share }) => share)
  expect(shares).toEqual([...new Set(shares)].toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(everyone)
})

test('a plan is a copy: what a rollout keeps is its own', () => {
  const plan = planNamed('low')
  plan.steps.length = 0
  expect(planNamed('low').steps).toHaveLength(4)
})
