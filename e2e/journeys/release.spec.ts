import { expect, type Page } from '@playwright/test'
import { getReleaseFolder } from '@portico/shared/paths.ts'
import { canaryVersion, releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { getRelease, toAddress, visibleAccess } from '../site/released-pages.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { createVisitor } from '../steps/visitor.ts'

// A page that the page at /api links to.
const categoryPath = /^\/api\/[^/:]+$/

/** Expects a page of this version: its style sheets stay in the document, its scripts are removed after they run. */
async function expectVersion(page: Page, version: string): Promise<void> {
  const folder = getReleaseFolder(remote, `${version}-`).slice(0, -1)
  await expect(page.locator(`link[rel="stylesheet"][href*="${folder}"]`).first()).toBeAttached()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

test('a release is rolled out to everyone and rolled back', async ({ newSite, consoleErrors }) => {
  test.slow() // starts its own site
  const { site, openPageAs } = await newSite({})
  const team = createReleaseTeam(site)
  const { version: stableVersion, pages } = getRelease(site.releases, remote)
  const shown = pages.find(
    ({ access, path, css }) =>
      visibleAccess['signed in'].includes(access) && categoryPath.test(path) && css.length > 0,
  )
  if (shown === undefined) throw new Error(`${remote} has no page for a signed-in visitor.`)
  const address = toAddress(shown.path)
  await team.startsCanary()

  const insider = await openPageAs('signed in')
  const outsider = await openPageAs('signed in')
  await team.assignsVisitor(insider.context(), 'in')
  await team.assignsVisitor(outsider.context(), 'out')
  await test.step('a tenth of the visitors get the canary, consistently', async () => {
    for (const _visit of [1, 2]) {
      await insider.goto(address)
      await expectVersion(insider, canaryVersion)
      await outsider.goto(address)
      await expectVersion(outsider, stableVersion)
    }
  })

  const openTab = await openPageAs('signed in')
  await openTab.clock.install()
  await openTab.goto('/projects')
  await createVisitor(openTab).isAt('/projects', 'Projects')

  await test.step('each step reaches more visitors, until everyone has it', async () => {
    await team.release('advance', remote, '--reason', 'a test')
    await insider.goto(address)
    await expectVersion(insider, canaryVersion)
    await team.release('advance', remote, '--reason', 'a test')
    await outsider.goto(address)
    await expectVersion(outsider, canaryVersion)
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
    await createVisitor(openTab).followsHeaderLink('Api')
    await openTab.locator(`main a[href="${address}"]`).first().click()
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
    await insider.goto(address)
    await expectVersion(insider, stableVersion)
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
    const tester = await openPageAs('signed in')
    await tester.goto(Object(output).url)
    await tester.getByRole('button', { name: 'Show preview' }).click()
    await tester.goto(address)
    await expectVersion(tester, canaryVersion)
    const banner = tester.getByRole('complementary', { name: 'Preview' })
    await expect(banner).toContainText(`${remote} ${canaryVersion}`)
    await banner.getByRole('link', { name: 'End preview' }).click()
    await expect(banner).toHaveCount(0)
    await tester.goto(address)
    await expectVersion(tester, stableVersion)
    await tester.goto(Object(output).url)
    await tester.getByRole('button', { name: 'Show preview' }).click()
    await tester.goto(address)
    await expectVersion(tester, canaryVersion)
    expect((await team.release('preview', remote, '--revoke')).exitCode).toBe(0)
    await tester.goto(address)
    await expectVersion(tester, stableVersion)
  })
})
