import { expect } from '@playwright/test'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import type { Fault } from '../faults/fault.ts'
import { faults } from '../faults/faults.ts'
import { findTarget, hasClientRenderedPage } from '../faults/target.ts'
import { test } from '../site/fixtures.ts'
import { listRemotes } from '../site/released-pages.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'
import { waitForHydration } from '../steps/hydrated.ts'
import { installClock } from '../steps/install-clock.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'
import { createVisitor } from '../steps/visitor.ts'

const deadline = '02:00'
const remotes = listRemotes()

// Each fault hits one remote, and each remote in turn: the shell loads them all with the same code, whose combinations
// of faults and releases are tested in shell/remotes/fault-combinations.test.ts.
for (const remote of remotes) {
  test(`${remote}: whatever fails to load, the rest of the site works, and a retry or another release recovers`, {
    tag: remote === 'portfolio' ? [] : ['@soak'],
  }, async ({ site, openPageAs, consoleErrors }) => {
    const page = await openPageAs('signed in', { reducedMotion: 'reduce' })
    const visitor = createVisitor(page)
    const seen = new Set<Fault['part']>()
    for (const fault of listFaults(remote, site.releases)) {
      await test.step(fault.name, async () => {
        const target = findTarget(site.releases, remote, { isClientRendered: fault.part === 'style' })
        consoleErrors.expect(...fault.consoleErrors(target))
        const failure = getFailureScreen(page, target)
        const passDeadline = async ({ attempt }: { attempt: number }) => {
          if (!fault.hangs) return
          await expect(failure.getLoadElement(fault.hangs, attempt)).toBeAttached()
          if (target.isPrerendered && attempt === 1) await expect(visitor.heading()).toBeVisible()
          else await expect(page.getByText('Loading...')).toBeVisible()
          await page.clock.fastForward(deadline)
        }
        if (fault.hangs) await installClock(page)
        const removeFault = await fault.inject(page, target)

        await page.goto(target.address, { waitUntil: 'commit' })
        await passDeadline({ attempt: 1 })
        if (target.isPrerendered) await failure.leavesPageReadable(fault.reason)
        else await failure.isShown(fault.reason)

        // What follows depends on the part alone: faults.ts has several ways for each to fail.
        const isFirst = !seen.has(fault.part)
        seen.add(fault.part)
        if (isFirst || fault.hangs || fault.isInRelease) {
          await failure.canOpenAnotherRemote(site.releases)
          await page.goBack({ waitUntil: 'commit' })
          await passDeadline({ attempt: 2 })
          await failure.isShown(fault.reason)
        }
        if (fault.isInRelease) {
          await failure.retry()
          await failure.isShown(fault.reason)
        }
        await removeFault()
        if (fault.isInRelease) await page.reload()
        else await failure.retry()
        await visitor.isAt(target.address, target.title)
        await failure.isGone()
        await page.unrouteAll()
        await consoleErrors.check()
      })
    }
  })
}

/**
 * The faults of one of the remotes. The page keeps the clock with which a fault's deadline passes, so that fault comes last. A style
 * sheet that is in the HTML of every page of a remote can't fail.
 */
function listFaults(remote: string, releases: DiscoveryDocument): readonly Fault[] {
  const withStyles = remotes.filter((remote) => hasClientRenderedPage(releases, remote))
  return faults
    .filter(({ part }, at) => {
      const candidates = part === 'style' ? withStyles : remotes
      return candidates[at % candidates.length] === remote
    })
    .toSorted((a, b) => Number(!!a.hangs) - Number(!!b.hangs))
}

test('a prerendered page whose code throws stays readable, and Retry recovers', async ({
  site,
  openPageAs,
  consoleErrors,
}) => {
  const fault = faults.find(({ name }) => name === 'throws on render')
  if (fault === undefined) throw new Error('No fault throws on render.')
  const target = findTarget(site.releases, 'portfolio', { access: ['open'] })
  consoleErrors.expect(...fault.consoleErrors(target))
  const page = await openPageAs('signed out', { reducedMotion: 'reduce' })
  const visitor = createVisitor(page)
  const notice = page.getByRole('main').getByRole('alert')
  await recordStability(page.context())
  const removeFault = await fault.inject(page, target)
  await page.goto(target.address)
  await expect(notice).toContainText(
    'The interactive part of this page stopped working. You can still read the page. Owner: Portfolio team.',
  )
  await expect(notice).toBeInViewport()
  await expect(visitor.heading()).toHaveText('Ada Example')
  await expect(page.getByText('More projects')).toBeVisible()
  expect(await getStability(page)).toEqual(steady)

  await notice.getByRole('button', { name: 'Retry' }).click()
  await expect(notice.getByRole('button', { name: 'Retry' })).toBeEnabled()
  await expect(visitor.heading()).toHaveText('Ada Example')
  await removeFault()
  await notice.getByRole('button', { name: 'Retry' }).click()
  await waitForHydration(page)
  await expect(notice).toHaveCount(0)
  await expect(visitor.heading()).toBeFocused()
  expect((await getStability(page)).bareFrames).toBe(0)
  await visitor.followsMenuLink('Get Start', 'Login')
  await visitor.isAt('/auth/login', 'Login')
  await page.goBack()
  await visitor.isAt('/', 'HomePage')
})
