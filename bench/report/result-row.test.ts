import { expect, test } from 'vitest'
import { createResultRow } from './result-row.ts'

const comparison = { name: 'first row', unit: 'ms', against: 'a monolith', target: 1.05 }

test('a ratio as high as the target holds', () => {
  expect(createResultRow({ ...comparison, value: 105, other: 100 })).toEqual({
    name: 'first row',
    value: 105,
    unit: 'ms',
    against: 'a monolith',
    ratio: 1.05,
    target: 1.05,
    holds: true,
  })
})

test('a ratio above the target does not hold', () => {
  expect(createResultRow({ ...comparison, value: 106, other: 100 })).toMatchObject({
    ratio: 1.06,
    holds: false,
  })
})
