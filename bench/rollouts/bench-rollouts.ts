import { parseArgs } from 'node:util'
import { chooseParts } from '../report/choose-parts.ts'
import { parseRuns } from '../report/parse-runs.ts'
import type { ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { benchAttacks } from './attack.ts'
import { benchDetection } from './detection.ts'
import { benchHealthy, benchRegulars } from './healthy.ts'
import { benchHosts } from './hosts.ts'
import { benchMargins } from './margin.ts'
import { benchMonitoring } from './monitoring.ts'
import { benchShell } from './shell.ts'
import { benchSignals } from './signals.ts'
import { benchSilent } from './silent.ts'

const defaultRuns = '2000' // with none rolled back, less than 0.15 % with 95 % confidence
const maxRuns = 9_999_999

const parts: Readonly<Record<string, (runs: number) => ResultRow[]>> = {
  regulars: benchRegulars,
  healthy: benchHealthy,
  detection: benchDetection,
  signals: benchSignals,
  silent: benchSilent,
  shell: benchShell,
  hosts: (runs) => benchHosts(Math.ceil(runs / 10)),
  attack: benchAttacks,
  monitoring: (runs) => benchMonitoring(Math.ceil(runs / 10)),
  margin: (runs) => benchMargins(Math.ceil(runs / 2)),
}

/** Runs the evaluation of real rollouts on simulated visitors. */
export async function benchRollouts(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: defaultRuns }, part: { type: 'string' } },
  })
  const runs = parseRuns(values.runs, maxRuns)
  const rows = chooseParts(parts, values.part).flatMap((run) => run(runs))
  writeResults('rollouts', rows, values.part)
}
