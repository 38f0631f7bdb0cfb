import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { browserFlags } from '@portico/tools/system/browser-flags.ts'
import { findBrowser } from '@portico/tools/system/find-browser.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { CommandFailed, runCommand } from '@portico/tools/system/run-command.ts'
import type { SignedIn } from '../site/create-account.ts'
import { type Audit, parseReport } from './parse-report.ts'

/** The page to audit, and the visitor to audit it as. */
interface AuditedPage {
  readonly lighthouse: string
  readonly origin: string
  readonly path: string
  readonly visitor: SignedIn
}

const attempts = 3 // one lost trace is bad luck, several in a row are another problem

/** Runs Lighthouse with its mobile preset on a page of a signed-in visitor. Retries if it loses its trace. */
export async function auditPage(page: AuditedPage): Promise<Audit> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const audit = parseReport(await visitPage(page))
    if (audit !== null) return audit
    console.log(`Lighthouse lost its trace of ${page.path} (attempt ${attempt} of ${attempts}).`)
  }
  throw new Error(`Lighthouse lost its trace of ${page.path} ${attempts} times in a row.`)
}

/** Returns Lighthouse's JSON report of a visit in a new browser profile. */
async function visitPage({ lighthouse, origin, path, visitor }: AuditedPage): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'portico-lighthouse-'))
  const port = await getFreePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  })
  try {
    await browser.addCookies([...visitor.cookies])
    const page = await browser.newPage()
    await page.goto(origin + paths.health) // same origin, but loads no file of the site
    await page.evaluate(({ key, value }) => localStorage.setItem(key, value), visitor.token)
    await page.close()
    // The session is in storage, so it must stay. The cache is empty anyway, because the profile is new.
    const flags = ['--quiet', '--output=json', '--disable-storage-reset', `--port=${port}`]
    const report = join(profile, 'report.json')
    const categories = '--only-categories=performance,accessibility,best-practices,seo'
    const command = [lighthouse, origin + path, ...flags, categories, `--output-path=${report}`]
    // It also fails if the report says that the page couldn't be audited.
    await runCommand('node', command, { output: 'capture' }).catch((error: unknown) => {
      if (!(error instanceof CommandFailed && existsSync(report))) throw error
    })
    return await readFile(report, 'utf8')
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}
