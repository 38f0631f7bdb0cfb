import { expect, test } from 'vitest'
import { fullShare, getPlan } from './plans.ts'
import { planNames } from './rollout-record.ts'

test.each(planNames)('the plan %s grows from step to step up to everyone', (name) => {
  const shares = getPlan(name).steps.map(({ share }) => share)
  expect(shares).toEqual([...new Set(shares)].toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(fullShare)
})

test('getPlan returns a copy', () => {
  const plan = getPlan('low')
  plan.steps.length = 0
  expect(getPlan('low').steps).toHaveLength(4)
})
