import { appendFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { fontCookie } from '@portico/protocol/release/prerender.ts'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { copyProject } from '@portico/tools/testing/copy-project.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { createAccount, type SignedIn } from '../site/create-account.ts'
import { startSite } from '../site/start-site.ts'
import { saveData } from './open-visit.ts'
import { measuredPaths } from './variants.ts'

const target = 0.02
const remote = 'catalogue'
/** A line for each app that is measured. */
const changes = { [remote]: 'remote-catalogue/pages/listing/listing.tsx', shell: 'shell/boot/start.tsx' }

/**
 * Measures what a returning visitor loads of a remote and of the shell after a change of one line in each: a page is opened
 * before the update and, in the same browser, after it.
 */
export async function measureUpdate(browser: Browser): Promise<ResultRow[]> {
  const project = copyProject()
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-update-'))
  const context = await browser.newContext()
  // Only the page's own files: how many others have been prefetched would depend on the time.
  await context.addInitScript(saveData)
  try {
    const before = await startSite({ dataDir })
    const account = await createAccount(before.origin)
    // Otherwise the pages contain the font: an idle page would have put it into the cache.
    await context.addCookies([{ ...fontCookie, url: before.origin }])
    const first = await visit(context, before.origin, account.browser)
    await before.stop()
    console.log('Building the update ...')
    for (const file of Object.values(changes))
      appendFileSync(join(project.root, file), '\n;(globalThis as { updated?: boolean }).updated = true\n')
    await runCommand('rsbuild', ['build'], { cwd: project.root })
    const port = Number(new URL(before.origin).port)
    const after = await startSite({ dataDir, port, publishFrom: join(project.root, 'dist') })
    const second = await visit(context, after.origin, account.browser).finally(after.stop)
    return Object.keys(changes).map((app) => {
      const known = new Set(first(app).map(({ file }) => file))
      // What a page loads when it is idle depends on the time.
      const files = second(app).filter(({ file }) => known.has(file))
      const sent = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      const size = files.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)
      return createResultRow({
        name: `bytes of ${app === 'shell' ? 'the shell' : 'a remote'} after a change of one line`,
        value: sent,
        unit: 'B',
        against: `its size, ${size} B`,
        other: size,
        target,
      })
    })
  } finally {
    await context.close()
    project.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Opens the listing; returns what was loaded of an app. */
async function visit(context: BrowserContext, origin: string, visitor: SignedIn) {
  await context.addCookies([...visitor.cookies])
  const page = await context.newPage()
  await page.goto(origin + measuredPaths.listing, { waitUntil: 'networkidle' })
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize, decodedBodySize }) => ({ name, encodedBodySize, decodedBodySize })),
  )
  await page.close()
  return (app: string) => {
    const prefix = `${origin}${paths.releases}/${app}/`
    return entries
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, ...sizes }) => ({ file: name.slice(prefix.length).replace(/^[^/]+/, ''), ...sizes }))
  }
}
