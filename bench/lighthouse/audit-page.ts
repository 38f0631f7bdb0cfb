import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { paths } from '@portico/shared/paths.ts'
import { runCommand } from '@portico/tools/command/run-command.ts'
import { freePort } from '@portico/tools/network/free-port.ts'
import * as v from 'valibot'
import type { SignedIn } from '../site/make-account.ts'

const Score = v.object({ score: v.number() })

/** The part of a report that counts here. A category that could not be judged has no score and is refused. */
const ReportSchema = v.object({
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
    seo: Score,
  }),
  audits: v.record(
    v.string(),
    v.object({ title: v.string(), score: v.nullable(v.number()), numericValue: v.optional(v.number()) }),
  ),
})

/** What Lighthouse says of one page view: scores from 0 to 100. */
export interface Audit {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly layoutShift: number
  readonly blockingMs: number
  /** Titles of what is not perfect. */
  readonly faults: readonly string[]
}

/** What is looked at, and by whom. */
interface AuditedPage {
  readonly lighthouse: string
  readonly origin: string
  readonly path: string
  readonly visitor: SignedIn
}

/** Runs Lighthouse with its mobile setting on a page of a signed-in visitor, in a browser profile of its own. */
export async function auditPage({ lighthouse, origin, path, visitor }: AuditedPage): Promise<Audit> {
  const profile = await mkdtemp(join(tmpdir(), 'portico-lighthouse-'))
  const port = await freePort()
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launchPersistentContext(profile, {
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    await browser.addCookies([...visitor.cookies])
    const page = await browser.newPage()
    await page.goto(origin + paths.health) // of the same origin, and loads no file of the site
    await page.evaluate(({ key, value }) => localStorage.setItem(key, value), visitor.token)
    await page.close()
    // The storage holds who the visitor is. The cache is empty all the same: the profile is new.
    const flags = ['--quiet', '--output=json', '--disable-storage-reset', `--port=${port}`]
    const report = join(profile, 'report.json')
    const categories = '--only-categories=performance,accessibility,best-practices,seo'
    await runCommand('node', [lighthouse, origin + path, ...flags, categories, `--output-path=${report}`], {
      output: 'keep',
    })
    return parseReport(await readFile(report, 'utf8'))
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Reads Lighthouse's own report. Throws where it could not judge the page. */
function parseReport(json: string): Audit {
  const { runtimeError, categories, audits } = v.parse(v.pipe(v.string(), v.parseJson(), ReportSchema), json)
  if (runtimeError) throw new Error(`Lighthouse could not judge the page: ${runtimeError.message}`)
  const measure = (name: string) => {
    const value = audits[name]?.numericValue
    if (value === undefined) throw new Error(`The report of Lighthouse has no ${name}.`)
    return value
  }
  const points = ({ score }: v.InferOutput<typeof Score>) => Math.round(score * 100)
  return {
    performance: points(categories.performance),
    accessibility: points(categories.accessibility),
    bestPractices: points(categories['best-practices']),
    seo: points(categories.seo),
    layoutShift: measure('cumulative-layout-shift'),
    blockingMs: measure('total-blocking-time'),
    faults: Object.values(audits)
      .filter(({ score }) => score !== null && score < 1)
      .map(({ title }) => title),
  }
}
