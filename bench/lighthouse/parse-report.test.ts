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

test('a report gives scores from 0 to 100, measurements and failed audits', () => {
  expect(parseReport(JSON.stringify(report))).toEqual({
    performance: 98,
    accessibility: 100,
    bestPractices: 100,
    seo: 90,
    layoutShift: 0,
    blockingMs: 61.5,
    failedAudits: ['Blocking'],
  })
})

test('a report without a trace is null', () => {
  const runtimeError = { code: 'NO_NAVSTART', message: 'Something went wrong with recording the trace.' }
  expect(parseReport(JSON.stringify({ ...report, runtimeError, categories: {} }))).toBeNull()
})

test('an audit that failed throws with its error code', () => {
  const runtimeError = { code: 'ERRORED_DOCUMENT_REQUEST', message: 'Status code 500' }
  expect(() => parseReport(JSON.stringify({ ...report, runtimeError }))).toThrow(
    "Lighthouse couldn't audit the page: ERRORED_DOCUMENT_REQUEST: Status code 500",
  )
})
