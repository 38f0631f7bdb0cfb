import { parseArgs } from 'node:util'
import { chooseParts } from '../report/choose-parts.ts'
import { parseRuns } from '../report/parse-runs.ts'
import type { ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { createRolloutClient } from '../rollback/rollout-client.ts'
import { createAccount } from '../site/create-account.ts'
import { startSite } from '../site/start-site.ts'
import { measureMemory } from './measure-memory.ts'
import { measureRates } from './measure-rates.ts'
import { findPrograms, type Programs } from './programs.ts'
import { toCookieHeader } from './to-cookie-header.ts'

const maxSeconds = 60
const options = {
  runs: { type: 'string', default: '9' },
  seconds: { type: 'string', default: '3' },
  requests: { type: 'string', default: '50000' },
  part: { type: 'string' },
} as const

interface Settings {
  readonly runs: number
  readonly seconds: number
  readonly requests: number
  readonly programs: Programs
}

const parts: Readonly<Record<string, (settings: Settings) => Promise<ResultRow[]>>> = {
  async rates(settings) {
    const [site, inRollout] = [await startSite(), await startSite()]
    try {
      const cookie = toCookieHeader((await createAccount(site.origin)).browser)
      const client = createRolloutClient(inRollout)
      await client.publish('shell', '99.0.0')
      await client.rollOut('shell', '99.0.0')
      return await measureRates({ site, inRollout }, { ...settings, cookie })
    } finally {
      await Promise.all([site.stop(), inRollout.stop()])
    }
  },
  memory: measureMemory,
}

/** Measures what one core of the server does in a second, against nginx, and what memory it needs. */
export async function benchServer(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options })
  const chosen = chooseParts(parts, values.part)
  if (process.platform !== 'linux') throw new Error('This benchmark reads /proc and needs Linux.')
  const settings = {
    runs: parseRuns(values.runs),
    seconds: parseRuns(values.seconds, maxSeconds, '--seconds'),
    requests: parseRuns(values.requests, Number.MAX_SAFE_INTEGER, '--requests'),
    programs: await findPrograms(),
  }
  const rows: ResultRow[] = []
  for (const measure of chosen) rows.push(...(await measure(settings)))
  writeResults('server', rows, values.part)
}
