import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { findBrowser } from '../system/find-browser.ts'
import { runCommand } from '../system/run-command.ts'
import { startPostgres } from '../testing/start-postgres.ts'
import { runChecks } from './run-checks.ts'

const VitestSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
})
const PlaywrightSchema = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
})

const unitReport = 'unit.json'
const journeyReport = 'e2e.json'

/** Runs everything: check, unit tests over SQLite and PostgreSQL, end to end in a browser. Throws where one failed. */
export async function runAllTests(): Promise<void> {
  const reports = mkdtempSync(join(tmpdir(), 'portico-test-'))
  const browser = await findBrowser()
  console.log(`Browser: ${browser}`)
  const postgres = await startPostgres()
  try {
    // Side by side on two cores; end to end comes last and has the machine to itself.
    const [checked, unit] = await Promise.allSettled([runChecks(), unitTests(reports, postgres.url)])
    const journeys = await Promise.allSettled([endToEndTests(reports, { browser, database: postgres.url })])
    const failed = [checked, unit, ...journeys].find((result) => result.status === 'rejected')
    if (failed && !hasReports(reports)) throw failed.reason // It ended before there was anything to count.
    printTotal(reports)
    if (failed) throw failed.reason
  } finally {
    await postgres.stop()
    rmSync(reports, { recursive: true, force: true })
  }
}

async function unitTests(reports: string, database: string): Promise<void> {
  const out = `--outputFile.json=${join(reports, unitReport)}`
  await runCommand('vitest', ['run', '--reporter=default', '--reporter=json', out], {
    env: { TEST_DATABASE_URL: database },
  })
}

async function endToEndTests(
  reports: string,
  { browser, database }: { browser: string; database: string },
): Promise<void> {
  const env = {
    CHROMIUM_PATH: browser,
    TEST_DATABASE_URL: database,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, journeyReport),
  }
  await runCommand('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    env,
  })
}

function hasReports(reports: string): boolean {
  return existsSync(join(reports, unitReport)) && existsSync(join(reports, journeyReport))
}

/** The closing line: `<n> passed, <n> failed, <n> skipped`. */
function printTotal(reports: string): void {
  const unit = v.parse(VitestSchema, readJson(join(reports, unitReport)))
  const { stats } = v.parse(PlaywrightSchema, readJson(join(reports, journeyReport)))
  const passed = unit.numPassedTests + stats.expected
  const failed = unit.numFailedTests + stats.unexpected + stats.flaky
  console.log(`${passed} passed, ${failed} failed, ${unit.numPendingTests + stats.skipped} skipped`)
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
