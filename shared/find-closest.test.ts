import { expect, test } from 'vitest'
import { findClosest } from './find-closest.ts'

const names = ['start', 'status', 'publish', 'Portico-Shell']

test.each([
  ['statu', ['status', 'start']],
  ['stauts', ['status', 'start']],
  ['PUBLISHED', ['publish']],
  ['portico-shel', ['Portico-Shell']],
  ['x', []],
  ['', []],
])('%j may be %j', (given, expected) => {
  expect(findClosest(given, names)).toEqual(expected)
})
