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

const text = 'not sent yet'

/** Publishes a shell and starts its rollout. Returns what a journey needs to know. */
async function startShell(site: Site, version: string, change = (script: string) => `${script}\n`) {
  const team = createReleaseTeam(site)
  const folder = join(root, 'e2e', '.cache', 'shells', version)
  deriveShell(join(root, 'dist', 'shell'), folder, { version, change })
  await team.startsCanary({ name: 'shell', folder, version })
  const { shell } = await team.document()
  if (!shell?.canary) throw new Error('The shell has no rollout.')
  return { team, canary: getReleaseId(shell.canary.release), stable: getReleaseId(shell) }
}

/** Counts the views of a page, and collects the failures that it reports of the shell. */
function observe(page: Page) {
  const seen = { loads: [] as string[], views: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.views += 1
    if (new URL(request.url()).pathname !== paths.beacon) return
    const { loads } = v.parse(ReportSchema, request.postDataJSON())
    for (const load of loads)
      if (load.remote === 'shell' && load.outcome !== 'ok')
        seen.loads.push(`${load.arm} ${load.release} ${load.outcome} -> ${load.fellBackTo}`)
  })
  return seen
}

/** Moves the clock. That never ends in a document that is left, or where the shell keeps all tasks from running. */
function passDeadline(page: Page): void {
  page.clock.runFor('00:09').catch(() => {})
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
  const { site, openPageAs } = await newSite({})
  for (const [
    index,
    { name, change, answer, staysInView, isSilent, outcome, ...shell },
  ] of brokenShells.entries())
    await test.step(`a shell that ${name}`, async () => {
      consoleErrors.expect(...shell.consoleErrors)
      const { team, canary, stable } = await startShell(site, `9.${index}.0`, change)
      const page = await openPageAs('signed out')
      await team.assignsVisitor(page.context(), 'in', 'shell')
      if (isSilent) await installClock(page)
      const seen = observe(page)
      if (answer) await page.route(`**/r/shell/${canary}/index.js`, answer)
      await page.goto('/auth/login?next=%2Fabout#top', { waitUntil: 'commit' })
      const message = page.getByLabel('Username or email', { exact: true })
      if (isSilent) {
        await message.fill(text)
        passDeadline(page)
      }
      await expect
        .poll(() => seen.views, 'the page is loaded again only if it has to be')
        .toBe(staysInView ? 1 : 2)
      if (!staysInView) await page.waitForLoadState()
      await expectToWork(page, stable)
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/auth/login?next=%2Fabout')
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

test('a page whose shell has failed is never loaded again and again, and is readable without any', async ({
  newSite,
  consoleErrors,
}) => {
  const { site, openPageAs } = await newSite({})
  const hanging = brokenShells.find(({ name }) => name.startsWith('waits forever'))
  const { team, stable } = await startShell(site, '9.9.0', hanging?.change)
  const visitor = await team.findsVisitor('in', 'shell')
  const open = async (options = {}) => {
    const page = await openPageAs('signed out', options)
    await team.identifies(page.context(), visitor)
    return { page, seen: observe(page), heading: page.getByRole('main').getByRole('heading', { level: 1 }) }
  }

  await test.step('a browser that stores no cookies', async () => {
    const { page, seen, heading } = await open()
    await page.addInitScript(() =>
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }),
    )
    await installClock(page)
    await page.goto('/auth/login')
    passDeadline(page)
    await expect.poll(() => seen.loads).toHaveLength(1)
    await expect(heading).toBeVisible()
    expect(seen.views).toBe(1)
    await page.getByRole('main').getByRole('link').first().click()
    await expect.poll(() => seen.views).toBe(2)
  })

  await test.step('a browser without JavaScript', async () => {
    const { page, heading } = await open({ javaScriptEnabled: false })
    await page.goto('/auth/login')
    await expect(heading).toBeVisible()
  })

  await test.step('neither shell arrives', async () => {
    consoleErrors.expect(/ERR_FAILED/)
    const { page, seen, heading } = await open()
    await page.route('**/r/shell/*/index.js', (route) => route.abort())
    await page.goto('/auth/login')
    await expect(
      page.getByRole('alert').filter({ hasText: 'The script of this page hasn’t loaded' }),
    ).toBeVisible()
    await expect(heading).toBeVisible()
    expect(seen.views).toBe(1)
    await page.unrouteAll()

    await page.goto('/')
    await expectToWork(page, stable)
    const tab = await page.context().newPage()
    await tab.goto(`${site.origin}/auth/login`)
    await expectToWork(tab, stable)
    await page.goBack()
    await expectToWork(page, stable)
  })
})
