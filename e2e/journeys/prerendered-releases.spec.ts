import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { deriveRelease } from '@portico/tools/testing/derive-release.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { canaryVersion } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { expectHydrationKeepsPage } from '../steps/hydrated.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Prerendered pages of remotes that have a canary. The server has one for each state: visitor-states.test.ts. */
const visits = [
  {
    state: 'signed out',
    remote: 'account',
    address: '/auth/login?next=%2Fapi',
    title: 'Login',
    options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  },
  {
    state: 'signed in',
    remote: 'catalogue',
    address: '/api/download',
    title: 'Download',
    options: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  },
] as const

for (const { state, remote, address, title, options } of visits) {
  test(`a canary and a preview that are prerendered for a visitor who is ${state} hydrate and nothing moves`, async ({
    site,
    openPageAs,
  }) => {
    const team = createReleaseTeam(site)
    await startCanary(team, remote)
    const page = await openPageAs(state, options)
    const visitor = createVisitor(page)
    await team.assignsVisitor(page.context(), 'in', remote)
    await recordStability(page.context())
    await expectHydration('canary')
    const { output } = await team.release('preview', remote, canaryVersion)
    await page.request.post(Object(output).url, { headers: { origin: site.origin } })
    await expectHydration('preview')

    async function expectHydration(arm: 'canary' | 'preview') {
      await test.step(arm, async () => {
        const scripts = await blockScripts(page.context())
        const response = await page.goto(address, { waitUntil: 'commit' })
        await expect(visitor.heading()).toBeVisible()
        await expectHydrationKeepsPage(page, scripts, { address, title })
        const { remotes } = readPageData((await response?.text()) ?? '')
        expect(remotes.find(({ name }) => name === remote)).toMatchObject({
          arm,
          release: { version: canaryVersion },
        })
        await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(
          arm === 'preview' ? 1 : 0,
        )
        expect(await getStability(page)).toEqual(steady)
        await page.context().unrouteAll()
      })
    }
  })
}

/** Starts the canary of a remote, derived from its built release. */
async function startCanary(team: ReturnType<typeof createReleaseTeam>, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-'))
  deriveRelease(join(root, 'dist', name), folder, { version: canaryVersion, script: '' })
  await team.startsCanary({ name, folder })
  await rm(folder, { recursive: true })
}
