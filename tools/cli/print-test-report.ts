import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import { readJson } from '../system/read-json.ts'
import { root } from '../system/run-command.ts'

const VitestSchema = v.object({
  numPassedTests: v.number(),
  numPendingTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(), // the path of the file
      status: v.string(),
      message: v.string(), // why the file itself failed
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.array(v.string()) }),
      ),
    }),
  ),
})

const ErrorsSchema = v.array(v.object({ message: v.optional(v.string(), '') }))
const SpecSchema = v.object({
  title: v.string(),
  file: v.string(),
  line: v.number(),
  tests: v.array(
    v.object({
      projectName: v.string(),
      status: v.string(),
      results: v.array(v.object({ errors: ErrorsSchema })),
    }),
  ),
})
interface Suite {
  readonly title: string
  readonly specs: readonly v.InferOutput<typeof SpecSchema>[]
  readonly suites: readonly Suite[]
}
const SuiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.array(SpecSchema),
  suites: v.optional(v.array(v.lazy(() => SuiteSchema)), []),
})
const PlaywrightSchema = v.object({
  config: v.object({ rootDir: v.string() }),
  suites: v.array(SuiteSchema),
  errors: ErrorsSchema, // what failed outside of every test
  stats: v.object({ expected: v.number(), skipped: v.number() }),
})

/** The JSON reports of the two test runners. */
export interface TestReports {
  /** Path of Vitest's report. */
  readonly unit: string
  /** Path of Playwright's report. */
  readonly journeys: string
}

interface Failure {
  readonly file: string
  readonly title: string
  readonly error: string
}

/** Returns the paths of the reports in a folder. */
export function findTestReports(folder: string): TestReports {
  return { unit: join(folder, 'unit.json'), journeys: join(folder, 'journeys.json') }
}

/** Whether both test runners got as far as a report. */
export function hasTestReports({ unit, journeys }: TestReports): boolean {
  return existsSync(unit) && existsSync(journeys)
}

/** Prints what failed, if anything, and last `<n> passed, <n> failed, <n> skipped`. */
export function printTestReport(reports: TestReports): void {
  const unit = readJson(reports.unit, VitestSchema)
  const journeys = readJson(reports.journeys, PlaywrightSchema)
  const failures = [...listFailedUnitTests(unit), ...listFailedJourneys(journeys)]
  if (failures.length > 0) console.log('Failed:')
  for (const { file, title, error } of failures) console.log(`  ${file}: ${title}\n    ${error}`)
  const passed = unit.numPassedTests + journeys.stats.expected
  const skipped = unit.numPendingTests + journeys.stats.skipped
  console.log(`${passed} passed, ${failures.length} failed, ${skipped} skipped`)
}

function listFailedUnitTests({ testResults }: v.InferOutput<typeof VitestSchema>): Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0)
      return [{ file, title: 'the file itself', error: formatError(message) }]
    return failed.map((test) => ({
      file,
      title: test.fullName,
      error: formatError(test.failureMessages[0] ?? ''),
    }))
  })
}

function listFailedJourneys(report: v.InferOutput<typeof PlaywrightSchema>): Failure[] {
  const folder = relative(root, report.config.rootDir)
  const outside = report.errors.map(({ message }) => ({
    file: folder,
    title: 'outside of the journeys',
    error: formatError(message),
  }))
  // The title of an outermost suite is the name of its file.
  return [...report.suites.flatMap((suite) => listFailedSpecs(folder, suite, [])), ...outside]
}

function listFailedSpecs(folder: string, { specs, suites }: Suite, groups: readonly string[]): Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        file: `${join(folder, file)}:${line} (${projectName})`,
        title: [...groups, title].join(' '),
        error: formatError(results.flatMap(({ errors }) => errors)[0]?.message ?? ''),
      })),
  )
  return [...own, ...suites.flatMap((suite) => listFailedSpecs(folder, suite, [...groups, suite.title]))]
}

/** Only what is needed to find the cause: no terminal colours, empty lines or stack frames of libraries. */
function formatError(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*at .*node_modules/.test(line))
  const cut = lines.length > maxErrorLines ? [`… ${lines.length - maxErrorLines} more lines`] : []
  return [...lines.slice(0, maxErrorLines), ...cut].join('\n    ') || 'no error was reported'
}

const maxErrorLines = 30
