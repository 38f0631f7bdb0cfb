import { expect, test } from 'vitest'
import { readRange } from './byte-range.ts'

const body = { length: 10, etag: '"1"' }

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=2-5', { first: 2, last: 5 }],
  ['bytes=7-', { first: 7, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=5-999999999999999', { first: 5, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', null],
  ['bytes=0-1,3-4', null],
  ['bytes=-', null],
  ['bytes= 0-1', null],
  ['items=0-1', null],
  ['bytes=0-9999999999999999', null],
  ['', null],
])('"%s" of 10 bytes is %j', (range, expected) => {
  expect(readRange({ range }, body)).toEqual(expected)
})

test.each([
  ['"1"', { first: 2, last: 5 }],
  ['"2"', null],
  ['W/"1"', null],
  ['Fri, 27 Nov 2026 10:00:00 GMT', null],
])('with If-Range: %s, the part is %j', (version, expected) => {
  expect(readRange({ range: 'bytes=2-5', 'if-range': version }, body)).toEqual(expected)
})

test('an empty body has no part', () => {
  expect(readRange({ range: 'bytes=0-' }, { ...body, length: 0 })).toBe('unsatisfiable')
})
