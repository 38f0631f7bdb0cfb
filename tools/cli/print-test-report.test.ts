import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from '../system/run-command.ts'
import { findTestReports, hasTestReports, printTestReport } from './print-test-report.ts'

const unit = {
  numPassedTests: 3,
  numPendingTests: 1,
  testResults: [
    {
      name: join(root, 'shared/dates.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a date has a year', status: 'passed', failureMessages: [] },
        {
          fullName: 'a year has months',
          status: 'failed',
          failureMessages: [`Error: expected 12\nto be 13\n  at x\n  at node_modules/y\n${'z\n'.repeat(29)}`],
        },
      ],
    },
    {
      name: join(root, 'shared/times.test.ts'),
      status: 'failed',
      message: 'Cannot find module ‘./times.ts’',
      assertionResults: [],
    },
  ],
}

const journeys = {
  config: { rootDir: join(root, 'e2e/journeys') },
  errors: [],
  stats: { expected: 2, skipped: 0 },
  suites: [
    {
      title: 'search.spec.ts',
      specs: [
        makeSpec('a word finds a page', 4, [
          { projectName: 'sqlite', status: 'expected', results: [{ errors: [] }] },
        ]),
        makeSpec('a page opens', 8, [
          { projectName: 'sqlite', status: 'expected', results: [{ errors: [] }] },
          {
            projectName: 'postgres',
            status: 'unexpected',
            results: [
              { errors: [{ message: '\u001b[31mTest timeout of 120000ms exceeded.\u001b[39m\n\nLater' }] },
            ],
          },
        ]),
      ],
      suites: [
        {
          title: 'without results',
          specs: [
            makeSpec('help is shown', 20, [{ projectName: 'sqlite', status: 'unexpected', results: [] }]),
          ],
        },
      ],
    },
  ],
}

test('a run that failed ends with the failed tests, each with its file and its error', () => {
  expect(print(unit, journeys)).toEqual([
    'Failed:',
    `  shared/dates.test.ts: a year has months\n    Error: expected 12\n    to be 13\n      at x${'\n    z'.repeat(27)}\n    … 2 more lines`,
    '  shared/times.test.ts: the file itself\n    Cannot find module ‘./times.ts’',
    '  e2e/journeys/search.spec.ts:8 (postgres): a page opens\n    Test timeout of 120000ms exceeded.\n    Later',
    '  e2e/journeys/search.spec.ts:20 (sqlite): without results help is shown\n    no error was reported',
    '5 passed, 4 failed, 1 skipped',
  ])
})

test('an error outside of the journeys counts as a failure', () => {
  const failed = { ...journeys, suites: [], errors: [{ message: 'Error: no tests found' }] }
  expect(print({ ...unit, testResults: [] }, failed)).toEqual([
    'Failed:',
    '  e2e/journeys: outside of the journeys\n    Error: no tests found',
    '5 passed, 1 failed, 1 skipped',
  ])
})

test('a run without a failure ends with the total alone', () => {
  expect(print({ ...unit, testResults: [] }, { ...journeys, suites: [] })).toEqual([
    '5 passed, 0 failed, 1 skipped',
  ])
})

test('a test runner that ended early has no report', () => {
  expect(hasTestReports(findTestReports(mkdtempSync(join(tmpdir(), 'no-reports-'))))).toBe(false)
})

function makeSpec(title: string, line: number, tests: readonly object[]) {
  return { title, file: 'search.spec.ts', line, tests }
}

function print(unitReport: object, journeyReport: object): string[] {
  const reports = findTestReports(mkdtempSync(join(tmpdir(), 'reports-')))
  writeFileSync(reports.unit, JSON.stringify(unitReport))
  writeFileSync(reports.journeys, JSON.stringify(journeyReport))
  expect(hasTestReports(reports)).toBe(true)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  printTestReport(reports)
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  return lines
}
