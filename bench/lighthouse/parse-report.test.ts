import { expect, test } from 'vitest'
import { parseReport } from './parse-report.ts'

const scored = (score: number) => ({ score })
const report = {
  categories: {
    performance: scored(0.984),
    accessibility: scored(1),
    'best-practices': scored(1),
    seo: scored(0.9),
  },
  audits: {
    'cumulative-layout-shift': { title: 'Shift', score: 1, numericValue: 0 },
    'total-blocking-time': { title: 'Blocking', score: 0.99, numericValue: 61.5 },
    'not-asked': { title: 'Not asked', score: null },
  },
}

test('a report gives points from 0 to 100, what was measured and what is not perfect', () => {
  expect(parseReport(JSON.stringify(report))).toEqual({
    performance: 98,
    accessibility: 100,
    bestPractices: 100,
    seo: 90,
    layoutShift: 0,
    blockingMs: 61.5,
    faults: ['Blocking'],
  })
})

test('a lost recording is no report', () => {
  const runtimeError = { code: 'NO_NAVSTART', message: 'Something went wrong with recording the trace.' }
  expect(parseReport(JSON.stringify({ ...report, runtimeError, categories: {} }))).toBeNull()
})

test('a page that could not be judged is told by its code', () => {
  const runtimeError = { code: 'ERRORED_DOCUMENT_REQUEST', message: 'Status code 500' }
  expect(() => parseReport(JSON.stringify({ ...report, runtimeError }))).toThrow(
    'Lighthouse could not judge the page: ERRORED_DOCUMENT_REQUEST: Status code 500',
  )
})
