import { expect, test } from 'vitest'
import { createResultRow } from './result-row.ts'

const comparison = { name: 'first row', unit: 'ms', against: 'a monolith', target: 1.05 }

test('a ratio equal to the target meets it', () => {
  expect(createResultRow({ ...comparison, value: 105, other: 100 })).toEqual({
    name: 'first row',
    value: 105,
    unit: 'ms',
    against: 'a monolith',
    ratio: 1.05,
    target: 1.05,
    isMet: true,
  })
})

test('a ratio above the target misses it', () => {
  expect(createResultRow({ ...comparison, value: 106, other: 100 })).toMatchObject({
    ratio: 1.06,
    isMet: false,
  })
})

test.each([
  [35, true],
  [34, false],
])('of a rate, the target is the lowest ratio: %d of 100 meets 0.35: %s', (value, isMet) => {
  const rate = { ...comparison, target: 0.35, isHigherBetter: true } as const
  expect(createResultRow({ ...rate, value, other: 100 }).isMet).toBe(isMet)
})
