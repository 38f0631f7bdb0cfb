import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { deriveShell } from '@portico/tools/testing/derive-release.ts'
import * as v from 'valibot'
import { brokenShells } from '../releases/broken-shells.ts'
import { test } from '../site/fixtures.ts'
import { root, type Site } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { installClock } from '../steps/install-clock.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const pastDeadline = '00:09'
const text = 'not sent yet'

/** Publishes a shell and starts its rollout. Returns what a journey needs to know. */
async function startShell(site: Site, version: string, change: (script: string) => string) {
  const team = createReleaseTeam(site)
  const folder = join(root, 'e2e', '.cache', 'shells', version)
  deriveShell(join(root, 'dist', 'shell'), folder, { version, change })
  await team.startsCanary({ name: 'shell', folder, version })
  const { shell } = await team.document()
  if (!shell?.canary) throw new Error('The shell has no rollout.')
  return { team, canary: getReleaseId(shell.canary.release), stable: getReleaseId(shell) }
}

/** Counts the views of a page, and collects what it reports about the shell. */
function observe(page: Page) {
  const seen = { loads: [] as string[], views: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.views += 1
    if (new URL(request.url()).pathname !== paths.beacon) return
    const { loads } = v.parse(ReportSchema, request.postDataJSON())
    for (const load of loads)
      if (load.remote === 'shell')
        seen.loads.push(`${load.arm} ${load.release} ${load.outcome} -> ${load.fellBackTo}`)
  })
  return seen
}

/** Waits until the shell of a release has rendered the page. */
async function expectToWork(page: Page, release: string): Promise<void> {
  await waitForHydrationOf(page.getByRole('banner'))
  const scripts = page.locator('head script[src^="/r/shell/"]')
  await expect(scripts.last()).toHaveAttribute('src', `/r/shell/${release}/index.js`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1)
}

test('a shell that doesn’t start is reported and replaced, and the visitor keeps their page', async ({
  newSite,
  consoleErrors,
}) => {
  test.slow() // starts its own site, and a rollout for each shell
  const { site, openPageAs } = await newSite({})
  for (const [index, { name, change, staysInView, isSilent, outcome, ...shell }] of brokenShells.entries())
    await test.step(`a shell that ${name}`, async () => {
      consoleErrors.expect(...shell.consoleErrors)
      const { team, canary, stable } = await startShell(site, `9.${index}.0`, change)
      const page = await openPageAs('signed out')
      await team.assignsVisitor(page.context(), 'in', 'shell')
      if (isSilent) await installClock(page)
      const seen = observe(page)
      await page.goto('/about?from=here#top', { waitUntil: 'commit' })
      const message = page.getByLabel('Username or email', { exact: true })
      if (isSilent) {
        await message.fill(text)
        await page.clock.runFor(pastDeadline)
      }
      await expectToWork(page, stable)
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/about?from=here')
      expect(seen).toEqual({
        loads: [`canary ${canary} ${outcome} -> ${stable}`],
        views: staysInView ? 1 : 2,
      })
      if (isSilent && staysInView) await expect(message).toHaveValue(text)
      await page.goto('/')
      await expectToWork(page, stable)
      expect(seen.views, 'the next page has the other shell from the start').toBe(staysInView ? 2 : 3)
      await page.context().close()
      await team.release('rollback', 'shell', '--reason', 'a test')
      await consoleErrors.check()
    })
})
