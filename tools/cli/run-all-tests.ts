import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findBrowser } from '../system/find-browser.ts'
import { root, runCommand } from '../system/run-command.ts'
import { chooseTemporaryFolder } from '../testing/choose-temporary-folder.ts'
import { startPostgres } from '../testing/start-postgres.ts'
import { printCoverage } from './print-coverage.ts'
import { findTestReports, hasTestReports, printTestReport, type TestReports } from './print-test-report.ts'
import { runChecks } from './run-checks.ts'
import { selectJourneys } from './select-journeys.ts'
import { startStopwatch } from './stopwatch.ts'

interface TestOptions {
  /** The commit whose changes since then select the tests; null: every test runs. */
  readonly changedSince: string | null
  /** Whether to measure what the unit tests run of each workspace. */
  readonly hasCoverage: boolean
}

const journeyConfig = 'e2e/playwright.config.ts'

// The journeys depend on time more than the others, and start only after the build.
const backgroundPriority = 3

/**
 * Runs all checks and tests, or of the tests only those that a change can affect. Prints how long each part took, what failed and,
 * last, the totals. Throws if anything failed.
 */
export async function runAllTests(options: TestOptions): Promise<void> {
  const journeys = selectJourneys(options.changedSince)
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-'))
  const reports = findTestReports(folder)
  const stopwatch = startStopwatch()
  // Each of the hundreds of processes below would otherwise compile the same modules again.
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compile')
  const postgres = await startPostgres()
  try {
    // On a new machine it is installed while the checks and the build run, which need none.
    const ready = findBrowser().then((browser) => {
      console.log(`Browser: ${browser}`)
      return { ...options, reports, browser, database: postgres.url }
    })
    // A journey often waits for a page, so everything else runs alongside the journeys and uses the CPU time that they leave.
    const build = stopwatch.measure('build', buildForJourneys())
    const results = await Promise.allSettled([
      stopwatch.measure('check', runChecks({ priority: backgroundPriority })),
      ready.then((context) => stopwatch.measure('unit tests', runUnitTests(context))),
      Promise.all([ready, build]).then(([context]) =>
        stopwatch.measure('journeys', runJourneys(context, journeys)),
      ),
    ])
    const failed = results.find((result) => result.status === 'rejected')
    if (failed && !hasTestReports(reports)) throw failed.reason // It ended before anything could be counted.
    stopwatch.print()
    const [check] = results
    if (check.status === 'rejected') console.log('npm run check failed: see its output above.')
    if (options.hasCoverage) printCoverage(join(getCoverageFolder(reports), 'coverage-summary.json'))
    printTestReport(reports)
    if (failed) throw failed.reason
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface TestContext extends TestOptions {
  readonly reports: TestReports
  /** Path of the browser. */
  readonly browser: string
  /** URL of a PostgreSQL server. */
  readonly database: string
}

/** Vitest empties it. */
const getCoverageFolder = ({ unit }: TestReports) => join(dirname(unit), 'coverage')

/** Runs the unit tests, and prints their output as a whole: that of the journeys appears at the same time. */
async function runUnitTests({ reports, database, changedSince, hasCoverage }: TestContext): Promise<void> {
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.unit}`]
  if (changedSince !== null) args.push(`--changed=${changedSince}`)
  if (hasCoverage)
    args.push('--coverage.enabled', `--coverage.reportsDirectory=${getCoverageFolder(reports)}`)
  const output = await runCommand('vitest', ['run', ...args], {
    env: { TEST_DATABASE_URL: database },
    output: 'capture',
    priority: backgroundPriority,
  })
  process.stdout.write(output)
}

/** Runs the set-up of the journeys by itself, so that its duration is known; the journeys then find everything built. */
async function buildForJourneys(): Promise<void> {
  const args = ['--project', 'build', '--output', 'test-results/build', '--reporter=line']
  await runCommand('playwright', ['test', '--config', journeyConfig, ...args], { output: 'capture' })
}

async function runJourneys(
  { reports, browser, database }: TestContext,
  selection: readonly string[],
): Promise<void> {
  const env = {
    CHROMIUM_PATH: browser,
    TEST_DATABASE_URL: database,
    TMPDIR: chooseTemporaryFolder(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: reports.journeys,
  }
  const args = ['test', '--config', journeyConfig, '--reporter=list,json', ...selection]
  await runCommand('playwright', args, { env })
}
