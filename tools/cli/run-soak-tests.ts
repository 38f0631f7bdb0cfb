import { findBrowser } from '../system/find-browser.ts'
import { findEngines } from '../system/find-engines.ts'
import { runCommand } from '../system/run-command.ts'
import { startPostgres } from '../testing/start-postgres.ts'

const config = 'vitest.soak.config.ts'
const repetitions = 10

/**
 * Runs what takes too long for every change: crash recovery over many rounds, code samples in every language whose
 * compiler is installed, the main journeys in Firefox and WebKit, and every journey ten times. Throws if anything failed.
 */
export async function runSoakTests(): Promise<void> {
  const browser = await findBrowser()
  const engines = findEngines()
  const postgres = await startPostgres()
  const env = { CHROMIUM_PATH: browser, TEST_DATABASE_URL: postgres.url }
  const journeys = ['test', '--config', 'e2e/playwright.config.ts', '--repeat-each', `${repetitions}`]
  try {
    await runCommand('vitest', ['run', '--config', config], { env })
    await runCommand('playwright', ['test', '--config', 'e2e/engines/playwright.config.ts'], { env: engines })
    await runCommand('playwright', journeys, { env })
  } finally {
    await postgres.stop()
  }
}
