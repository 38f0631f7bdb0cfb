import { findBrowser } from '../system/find-browser.ts'
import { runCommand } from '../system/run-command.ts'
import { findSoakPrograms } from '../testing/find-soak-programs.ts'
import { startPostgres } from '../testing/start-postgres.ts'
import { startStopwatch } from './stopwatch.ts'

type Environment = Readonly<Record<string, string>>

const units = (project: string) => ['run', '--config', 'vitest.soak.config.ts', '--project', project]
const journeys = (folder: string) => ['test', '--config', `${folder}/playwright.config.ts`]

/** What runs, by name. `engines` has the browsers other than Chromium. */
const parts: Readonly<Record<string, (env: Environment, engines: Environment) => Promise<unknown>>> = {
  units: (env) => runCommand('vitest', units('slow units'), { env }),
  properties: (env) => runCommand('vitest', units('properties'), { env }),
  latency: (env) => runCommand('vitest', units('latency'), { env }),
  engines: (_env, engines) => runCommand('playwright', journeys('e2e/engines'), { env: engines }),
  defects: (env) => runCommand('playwright', journeys('e2e/defects'), { env }),
  kit: (env) => runCommand('playwright', journeys('e2e/kit'), { env }),
  archive: (env) => runCommand('playwright', journeys('e2e/archive'), { env }),
  crashes: (env) => runCommand('vitest', units('crash recovery'), { env }),
  journeys: (env) =>
    runCommand('playwright', [...journeys('e2e'), '--repeat-each', process.env.SOAK_REPETITIONS ?? '10'], {
      env,
    }),
}

/**
 * Runs the tests that take too long for every change, or only the parts with these names: crash recovery over many
 * rounds (CRASH_ROUNDS, 50) with clock jumps and full disks, what unit tests build or compile, such as code samples in
 * every language, generated requests and uploads (PROPERTY_RUNS of each kind, 3000), hostile texts of growing length in
 * every place that the server reads, the main journeys in Firefox and WebKit, broken releases that the site has to stop,
 * a team's own repository, and every journey many times (SOAK_REPETITIONS, 10). What is not installed is installed if
 * possible, else skipped and named. Runs every part, prints how long each took, then throws if one failed.
 */
export async function runSoakTests(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new Error(`Expected ${Object.keys(parts).join(', ')} or nothing, got "${unknown}".`)
  const stopwatch = startStopwatch()
  const browser = await findBrowser()
  const engines = await findSoakPrograms()
  const postgres = await startPostgres()
  const env = { CHROMIUM_PATH: browser, TEST_DATABASE_URL: postgres.url, SOAK: '1' }
  const failed: unknown[] = []
  let isStopped = false
  // The running part is stopped, too.
  const stop = () => {
    isStopped = true
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (isStopped) break
      if (names.length > 0 && !names.includes(name)) continue
      // In series, because journeys depend on time. A failed part doesn't stop the parts after it.
      await stopwatch.measure(name, run(env, engines)).catch((cause: unknown) => {
        console.error(`soak: ${name}: failed`)
        failed.push(cause)
      })
    }
  } finally {
    await postgres.stop()
  }
  stopwatch.print()
  if (failed.length > 0) throw failed[0]
}
