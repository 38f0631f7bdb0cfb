import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../system/find-browser.ts'
import { root, runCommand } from '../system/run-command.ts'
import { chooseTemporaryFolder } from '../testing/choose-temporary-folder.ts'
import { startPostgres } from '../testing/start-postgres.ts'
import { findTestReports, hasTestReports, printTestReport, type TestReports } from './print-test-report.ts'
import { runChecks } from './run-checks.ts'
import { startStopwatch } from './stopwatch.ts'

const journeyConfig = 'e2e/playwright.config.ts'

// The journeys depend on time more than the others, and start only after the build.
const backgroundPriority = 3

/** Runs all checks and tests. Prints how long each part took, what failed and, last, the totals. Throws if anything failed. */
export async function runAllTests(): Promise<void> {
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
      return { reports, browser, database: postgres.url }
    })
    // A journey often waits for a page, so everything else runs alongside the journeys and uses the CPU time that they leave.
    const build = stopwatch.measure('build', buildForJourneys())
    const results = await Promise.allSettled([
      stopwatch.measure('check', runChecks({ priority: backgroundPriority })),
      ready.then((context) => stopwatch.measure('unit tests', runUnitTests(context))),
      Promise.all([ready, build]).then(([context]) => stopwatch.measure('journeys', runJourneys(context))),
    ])
    const failed = results.find((result) => result.status === 'rejected')
    if (failed && !hasTestReports(reports)) throw failed.reason // It ended before anything could be counted.
    stopwatch.print()
    const [check] = results
    if (check.status === 'rejected') console.log('npm run check failed: see its output above.')
    printTestReport(reports)
    if (failed) throw failed.reason
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface TestContext {
  readonly reports: TestReports
  /** Path of the browser. */
  readonly browser: string
  /** URL of a PostgreSQL server. */
  readonly database: string
}

/** Runs the unit tests, and prints their output as a whole: that of the journeys appears at the same time. */
async function runUnitTests({ reports, database }: TestContext): Promise<void> {
  const out = `--outputFile.json=${reports.unit}`
  const output = await runCommand('vitest', ['run', '--reporter=default', '--reporter=json', out], {
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

async function runJourneys({ reports, browser, database }: TestContext): Promise<void> {
  const env = {
    CHROMIUM_PATH: browser,
    TEST_DATABASE_URL: database,
    TMPDIR: chooseTemporaryFolder(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: reports.journeys,
  }
  await runCommand('playwright', ['test', '--config', journeyConfig, '--reporter=list,json'], { env })
}
