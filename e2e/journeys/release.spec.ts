import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import { inspectParameter } from '@portico/protocol/release/inspect-parameter.ts'
import { deriveRelease } from '@portico/tools/testing/derive-release.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { canaryVersion } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { getRelease } from '../site/released-pages.ts'
import { root } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { createVisitor } from '../steps/visitor.ts'

// Open tabs may have prefetched what is then released.
test.use({ dataSaver: false })

const remote = 'account'
/** A page for a visitor who is signed in, and the name of the link to it in the account menu. */
const [address, link] = ['/profile', 'My Profile']

/** Expects a working page of this version: its style sheets stay in the document, its scripts are removed after they run. */
async function expectVersion(page: Page, version: string): Promise<void> {
  const folder = getReleaseFolder(remote, `${version}-`).slice(0, -1)
  const styles = page.locator(`link[rel="stylesheet"][href*="${folder}"], style[data-file*="${folder}"]`)
  await expect(styles.first()).toBeAttached()
  await waitForHydrationOf(createVisitor(page).heading())
}

/** The version in the next page that the site would send to this browser. */
async function getNextVersion(page: Page, address: string): Promise<string | undefined> {
  const response = await page.request.get(address)
  const { remotes } = readPageData(await response.text())
  return remotes.find(({ name }) => name === remote)?.release.version
}

test('a release is rolled out to everyone and rolled back', async ({ newSite, consoleErrors }) => {
  const { site, openPageAs } = await newSite({})
  const team = createReleaseTeam(site)
  const { version: stableVersion } = getRelease(site.releases, remote)
  const folder = await mkdtemp(join(tmpdir(), 'portico-canary-'))
  deriveRelease(join(root, 'dist', remote), folder, { version: canaryVersion, script: '' })
  await team.startsCanary({ name: remote, folder })
  await rm(folder, { recursive: true })

  const [insider, outsider, openTab] = [
    await openPageAs('signed in'),
    await openPageAs('signed in'),
    await openPageAs('signed in'),
  ]
  await team.assignsVisitor(insider.context(), 'in', remote)
  await team.assignsVisitor(outsider.context(), 'out', remote)
  await test.step('a tenth of the visitors get the canary, consistently', async () => {
    await insider.goto(address)
    await expectVersion(insider, canaryVersion)
    await outsider.goto(address)
    await expectVersion(outsider, stableVersion)
    for (const _visit of [2, 3]) {
      expect(await getNextVersion(insider, address)).toBe(canaryVersion)
      expect(await getNextVersion(outsider, address)).toBe(stableVersion)
    }
  })

  await openTab.clock.install()
  await openTab.goto('/projects')
  await createVisitor(openTab).isAt('/projects', 'Projects')
  await waitForHydrationOf(createVisitor(openTab).heading())

  await test.step('each step reaches more visitors, until everyone has it', async () => {
    await team.release('advance', remote, '--reason', 'a test')
    expect(await getNextVersion(insider, address)).toBe(canaryVersion)
    await team.release('advance', remote, '--reason', 'a test')
    expect(await getNextVersion(outsider, address)).toBe(canaryVersion)
    expect(await team.release('status', remote)).toMatchObject({ exitCode: 5 })
    await team.release('advance', remote, '--reason', 'a test')
    expect(await team.release('status', remote)).toMatchObject({
      exitCode: 0,
      output: { rollout: { status: 'completed' }, off: null, frozen: null },
    })
  })

  await test.step('an open tab gets it with the next page of the remote', async () => {
    const followed = openTab.waitForResponse('**/-/discovery.json')
    await openTab.clock.fastForward('01:00')
    await followed
    await createVisitor(openTab).followsMenuLink('Profile', link)
    await expectVersion(openTab, canaryVersion)
  })

  await test.step('if the new stable release fails to load, the previous one replaces it', async () => {
    consoleErrors.expect(/status of 404 .*\/remote\.js/)
    await outsider.route(`**${getReleaseFolder(remote, `${canaryVersion}-*`)}remote.js`, (route) =>
      route.fulfill({ status: 404 }),
    )
    await outsider.goto(address)
    await expectVersion(outsider, stableVersion)
    await outsider.unrouteAll()
  })

  await test.step('a rollback restores the previous release and quarantines the broken one', async () => {
    await team.release('rollback', remote, '--reason', 'a test')
    expect(await team.release('status', remote)).toMatchObject({
      exitCode: 4,
      output: {
        stable: expect.stringContaining(stableVersion),
        rollout: { status: 'rolled-back', share: 0 },
      },
    })
    expect(await getNextVersion(insider, address)).toBe(stableVersion)
    expect(await team.release('start', remote, canaryVersion, '--plan', 'low')).toMatchObject({ exitCode: 1 })
    expect(await team.release('log', '--verify')).toMatchObject({ exitCode: 0, output: { isIntact: true } })
  })

  await test.step('a disabled remote says so, and the rest of the site works', async () => {
    await team.release('off', remote, '--reason', 'a test')
    await insider.goto(address)
    await expect(insider.getByRole('heading', { name: 'Temporarily unavailable' })).toBeVisible()
    await createVisitor(insider).followsHeaderLink('Projects')
    await createVisitor(insider).isAt('/projects', 'Projects')
    await team.release('on', remote, '--reason', 'a test')
    await insider.goBack()
    await insider.getByRole('button', { name: 'Retry' }).click()
    await expectVersion(insider, stableVersion)
  })

  await test.step('a preview link shows a release with a banner until the tester ends the preview', async () => {
    const { output } = await team.release('preview', remote, canaryVersion)
    const { url } = Object(output)
    const tester = insider
    await tester.goto(url)
    await tester.getByRole('button', { name: 'Show preview' }).click()
    await tester.goto(address)
    await expectVersion(tester, canaryVersion)
    const banner = tester.getByRole('complementary', { name: 'Preview' })
    await expect(banner).toContainText(`${remote} ${canaryVersion}`)
    await tester.goto(`${address}?${inspectParameter}`)
    await expect(tester.getByRole('region', { name: 'Inspector' })).toContainText('Preview.')
    await banner.getByRole('button', { name: 'End preview' }).click()
    await expect(banner).toHaveCount(0)
    expect(await getNextVersion(tester, address)).toBe(stableVersion)

    await tester.request.post(url, { headers: { origin: site.origin } })
    expect(await getNextVersion(tester, address)).toBe(canaryVersion)
    expect((await team.release('preview', remote, '--revoke')).exitCode).toBe(0)
    expect(await getNextVersion(tester, address)).toBe(stableVersion)
  })
})
