import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { paths } from '@portico/shared/paths.ts'
import { freePort } from '@portico/tools/system/free-port.ts'
import { CommandFailed, runCommand } from '@portico/tools/system/run-command.ts'
import type { SignedIn } from '../site/create-account.ts'
import { type Audit, parseReport } from './parse-report.ts'

/** What is looked at, and by whom. */
interface AuditedPage {
  readonly lighthouse: string
  readonly origin: string
  readonly path: string
  readonly visitor: SignedIn
}

const visits = 3 // a lost recording is rare, several in a row are another fault

/** Runs Lighthouse with its mobile setting on a page of a signed-in visitor; again where it loses its recording. */
export async function auditPage(page: AuditedPage): Promise<Audit> {
  for (let visit = 1; visit <= visits; visit += 1) {
    const audit = parseReport(await visitPage(page))
    if (audit !== null) return audit
    console.log(`Lighthouse lost its recording of ${page.path} (visit ${visit} of ${visits}).`)
  }
  throw new Error(`Lighthouse lost its recording of ${page.path} ${visits} times in a row.`)
}

/** Lighthouse's report of a visit, in a browser profile of its own. */
async function visitPage({ lighthouse, origin, path, visitor }: AuditedPage): Promise<string> {
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
    const command = [lighthouse, origin + path, ...flags, categories, `--output-path=${report}`]
    // It fails where its report says that it could not judge the page.
    await runCommand('node', command, { output: 'keep' }).catch((error: unknown) => {
      if (!(error instanceof CommandFailed && existsSync(report))) throw error
    })
    return await readFile(report, 'utf8')
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}
