import { parseArgs } from 'node:util'
import { parseRuns } from '../report/parse-runs.ts'
import { writeResults } from '../report/write-results.ts'
import { createAccount } from '../site/create-account.ts'
import { startSite } from '../site/start-site.ts'
import { auditPage } from './audit-page.ts'
import { installLighthouse } from './install-lighthouse.ts'
import type { Audit } from './parse-report.ts'
import { toResultRows } from './score-rows.ts'

const pages = ['/', '/projects', '/api/download'] as const
const defaultRuns = '3'

/** Audits three pages with Lighthouse: mobile preset, signed-in visitor. */
export async function benchLighthouse(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: defaultRuns } } })
  const runs = parseRuns(values.runs)
  const lighthouse = await installLighthouse()
  const site = await startSite()
  try {
    const { browser: visitor } = await createAccount(site.origin)
    const audits = new Map<string, Audit[]>(pages.map((path) => [path, []]))
    for (let run = 1; run <= runs; run += 1) {
      for (const path of pages) {
        const audit = await auditPage({ lighthouse, origin: site.origin, path, visitor })
        audits.get(path)?.push(audit)
        console.log(`${path} (${run} of ${runs}): ${audit.performance} performance`)
      }
    }
    for (const [path, all] of audits) printFailedAudits(path, all)
    writeResults(
      'lighthouse',
      [...audits].flatMap(([path, all]) => toResultRows(path, all)),
    )
  } finally {
    await site.stop()
  }
}

function printFailedAudits(path: string, audits: readonly Audit[]): void {
  const failedAudits = new Set(audits.flatMap((audit) => audit.failedAudits))
  if (failedAudits.size > 0)
    console.log(`\nFailed audits on ${path}:\n${[...failedAudits].map((it) => `  ${it}`).join('\n')}`)
}
