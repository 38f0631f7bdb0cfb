import { expect, test } from 'vitest'
import { median, spread } from './median.ts'

test('the median of an odd number of values is the middle one', () => {
  expect(median([30, 10, 20])).toBe(20)
})

test('the median of an even number of values is the mean of the middle two', () => {
  expect(median([4, 1, 2, 3])).toBe(2.5)
})

test('an outlier does not move the median', () => {
  expect(median([10, 11, 12, 13, 9000])).toBe(12)
})

test('the spread is half the interquartile range divided by the median', () => {
  expect(spread([90, 95, 100, 105, 110])).toBe(0.05)
})

test('the median of no values throws', () => {
  expect(() => median([])).toThrow('at least one value')
})
