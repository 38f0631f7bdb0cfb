import { expect, test, vi } from 'vitest'
import {
  formatCalendarDate,
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatList,
  formatNumber,
  formatSignificant,
  formatUtc,
  pluralize,
} from './format.ts'

test('a count takes the singular for one and groups its digits', () => {
  expect([0, 1, 2, 1066].map((count) => formatCount(count, 'endpoint'))).toEqual([
    '0 endpoints',
    '1 endpoint',
    '2 endpoints',
    '1,066 endpoints',
  ])
  expect(formatCount(2, 'category', 'categories')).toBe('2 categories')
  expect(pluralize(1, 'value is', 'values are')).toBe('value is')
})

test('numbers keep as many digits as asked for', () => {
  expect(formatNumber(1234.56)).toBe('1,235')
  expect(formatNumber(1234.56, 1)).toBe('1,234.6')
  expect([0.0012345, 12.345, 98765].map((value) => formatSignificant(value))).toEqual([
    '0.00123',
    '12.3',
    '98,800',
  ])
})

test('a small count does not wait for the locale data of the browser', () => {
  const format = vi.spyOn(Number.prototype, 'toLocaleString')
  expect([-7, 0, 115, 999].map((count) => formatNumber(count))).toEqual(['-7', '0', '115', '999'])
  expect(format).not.toHaveBeenCalled()
  expect([-1000, 1000].map((count) => formatNumber(count))).toEqual(['-1,000', '1,000'])
})

test('a list ends with “and”', () => {
  expect(formatList(['email', 'GitHub', 'Google'])).toBe('email, GitHub and Google')
})

test('a calendar date is the same in every time zone', () => {
  expect(formatCalendarDate('2000-02-03')).toBe('3 Feb 2000')
})

test('dates and times put the day before the month', () => {
  const noon = new Date(2026, 10, 22, 12, 5)
  expect(formatDate(noon)).toBe('22 Nov 2026')
  expect(formatDateTime(noon.getTime())).toBe('22 Nov 2026, 12:05')
})

test('a waiting time is rounded up, to minutes where it is long', () => {
  expect([0.2, 1, 90, 121, 840].map(formatDuration)).toEqual([
    '1 second',
    '1 second',
    '90 seconds',
    '3 minutes',
    '14 minutes',
  ])
})

test('an instant in UTC is the same in every time zone', () => {
  expect(formatUtc('2026-11-22T03:54:10Z')).toBe('22 Nov 2026, 03:54 UTC')
})
