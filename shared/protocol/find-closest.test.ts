import { expect, test } from 'vitest'
import { findClosest } from './find-closest.ts'

const names = ['start', 'status', 'publish', 'Portico-Shell', 'reason']

test.each([
  ['statu', ['status', 'start']],
  ['stauts', ['status', 'start']],
  ['PUBLISHED', ['publish']],
  ['portico-shel', ['Portico-Shell']],
  ['version', []],
  ['x', []],
  ['', []],
])('%j may be %j', (given, expected) => {
  expect(findClosest(given, names)).toEqual(expected)
})
