import { expect } from '@playwright/test'
import { faults } from '../faults/faults.ts'
import { findTarget } from '../faults/target.ts'
import { faultyDist } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { listRemotes } from '../site/released-pages.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'
import { waitForHydration } from '../steps/hydrated.ts'
import { getStability, recordStability } from '../steps/layout-shifts.ts'
import { createVisitor } from '../steps/visitor.ts'

test.use({ publishFrom: faultyDist })

const deadline = '02:00'
const remotes = listRemotes()

// Each fault hits one remote, and each remote in turn: the shell loads them all with the same code, whose combinations
// of faults and releases are tested in shell/remotes/fault-combinations.test.ts.
for (const [index, fault] of faults.entries()) {
  const remote = remotes[index % remotes.length] ?? ''
  const remedy = fault.isInRelease ? 'another release' : 'a retry'
  test(`${remote} ${fault.name}: the rest of the site works, and ${remedy} recovers`, async ({
    site,
    openPageAs,
    consoleErrors,
  }) => {
    const target = findTarget(site.releases, remote, { isClientRendered: fault.part === 'style' })
    consoleErrors.expect(...fault.consoleErrors(target))
    const page = await openPageAs('signed in')
    const visitor = createVisitor(page)
    const failure = getFailureScreen(page, target)
    const passDeadline = async ({ attempt }: { attempt: number }) => {
      if (!fault.hangs) return
      await expect(failure.getLoadElement(fault.hangs, attempt)).toBeAttached()
      if (target.isPrerendered && attempt === 1) await expect(visitor.heading()).toBeVisible()
      else await expect(page.getByText('Loading...')).toBeVisible()
      await page.clock.fastForward(deadline)
    }
    if (fault.hangs) await page.clock.install()
    const removeFault = await fault.inject(page, target)

    await page.goto(target.address, { waitUntil: 'commit' })
    await passDeadline({ attempt: 1 })
    if (target.isPrerendered) await failure.leavesPageReadable(fault.reason)
    else await failure.isShown(fault.reason)

    await failure.canOpenAnotherRemote(site.releases)
    await page.goBack({ waitUntil: 'commit' })
    await passDeadline({ attempt: 2 })
    await failure.isShown(fault.reason)

    if (fault.isInRelease) {
      await failure.retry()
      await failure.isShown(fault.reason)
    }
    await removeFault()
    if (fault.isInRelease) await page.reload()
    else await failure.retry()
    await visitor.isAt(target.address, target.title)
    await failure.isGone()
  })
}

test('a prerendered page whose code throws stays readable, and Retry recovers', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/requested to throw on render/)
  const page = await openPageAs('signed out', { reducedMotion: 'reduce' })
  const visitor = createVisitor(page)
  const notice = page.getByRole('main').getByRole('alert')
  await recordStability(page.context())
  await page.addInitScript(() => sessionStorage.setItem('fault', 'throws on render'))
  await page.goto('/')
  await expect(notice).toContainText(
    'The interactive part of this page stopped working. You can still read the page. Owner: Portfolio team.',
  )
  await expect(notice).toBeInViewport()
  await expect(visitor.heading()).toHaveText('Ada Example')
  await expect(page.getByText('More projects')).toBeVisible()
  expect(await getStability(page)).toEqual({ shift: 0, bareFrames: 0 })

  await notice.getByRole('button', { name: 'Retry' }).click()
  await expect(notice.getByRole('button', { name: 'Retry' })).toBeEnabled()
  await expect(visitor.heading()).toHaveText('Ada Example')
  await page.evaluate(() => sessionStorage.clear())
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
