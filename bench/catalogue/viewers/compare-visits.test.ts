import { expect, test } from 'vitest'
import { compareVisits, formatVisits, getMedian } from './compare-visits.ts'

const visit = (bytes: number, keyMs: number | null = 10) => ({
  bytes,
  usableMs: bytes / 10,
  heapBytes: bytes,
  keyMs,
})
const ours = { name: 'portico', visits: [visit(100), visit(120), visit(110)] }
const best = { name: 'Best', visits: [visit(1000), visit(1200, null), visit(1100, null)] }
const hung = { name: 'Hung', visits: [null, null, null] }

test('the product is compared with the best viewer that could be used', () => {
  const rows = compareVisits([hung, ours, { name: 'Worse', visits: [visit(9000, null)] }, best])
  expect(rows.slice(0, 2)).toMatchObject([
    { value: 110, against: 'Best: 1100 B', ratio: 0.1, target: 0.1, isMet: true },
    { value: 11, against: 'Best: 110 ms', ratio: 0.1, isMet: true },
  ])
})

test('a search whose results do not change has no time', () => {
  expect(getMedian({ name: 'Silent', visits: [visit(1, null)] }, 'keyMs')).toBeNull()
  expect(compareVisits([ours, { name: 'Silent', visits: [visit(1, null)] }]).map(({ name }) => name)).toEqual(
    [
      'bytes until the first operation can be read',
      'navigation to the first operation',
      'heap when idle',
      'category page including the shell',
    ],
  )
})

test('the table counts failed visits', () => {
  expect(formatVisits([ours, hung])).toContain('3 of 3')
})
