import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import * as v from 'valibot'
import { faults } from '../faults/faults.ts'
import { findTarget } from '../faults/target.ts'
import { canaryVersion, releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { installClock } from '../steps/install-clock.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { createVisitor } from '../steps/visitor.ts'

const canaryDeadline = '00:08'

// One fault for each way a load can end; shell/remotes/fault-combinations.test.ts has all of them.
const loadFaults = faults.filter(({ isInRelease }) => !isInRelease)
const faultByOutcome = new Map(loadFaults.map((fault) => [fault.outcome, fault]))
// The page keeps the clock with which a fault's deadline passes, so that fault comes last.
const inOrder = [...faultByOutcome.values()].toSorted((a, b) => Number(!!a.hangs) - Number(!!b.hangs))

test('whatever is wrong with a canary, the page falls back to stable in the same page view and reports it', async ({
  site,
  openPageAs,
  consoleErrors,
}) => {
  const team = createReleaseTeam(site)
  await team.startsCanary()
  const stable = site.releases.remotes[remote]
  if (stable === undefined) throw new Error(`The site has no ${remote}.`)
  const { release } = await team.canary()
  const releases = { ...site.releases, remotes: { [remote]: { ...stable, stable: release } } }
  const [from, to] = [release, stable.stable].map(({ version, hash }) => `${version}-${hash}`)
  expect(from).toContain(canaryVersion)

  const page = await openPageAs('signed in', { reducedMotion: 'reduce' })
  await team.assignsVisitor(page.context(), 'in')
  const seen = { failures: [] as string[], pageViews: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.pageViews += 1
    if (new URL(request.url()).pathname !== paths.beacon) return
    const { loads } = v.parse(ReportSchema, request.postDataJSON())
    for (const load of loads)
      if (load.outcome !== 'ok')
        seen.failures.push(`${load.arm} ${load.release} ${load.outcome} -> ${load.fellBackTo}`)
  })

  for (const fault of inOrder) {
    await test.step(fault.name, async () => {
      const target = findTarget(releases, remote, { isClientRendered: fault.part === 'style' })
      consoleErrors.expect(...fault.consoleErrors(target))
      Object.assign(seen, { failures: [], pageViews: 0 })
      if (fault.hangs) await installClock(page)
      await fault.inject(page, target)

      await page.goto(target.address, { waitUntil: 'commit' })
      if (fault.hangs) {
        await expect(getFailureScreen(page, target).getLoadElement(fault.hangs, 1)).toBeAttached()
        if (target.isPrerendered) await expect(createVisitor(page).heading()).toBeVisible()
        else await expect(page.getByText('Loading...')).toBeVisible()
        await page.clock.fastForward(canaryDeadline)
      }
      await createVisitor(page).isAt(target.address, target.title)
      await expect(page.getByRole('heading', { name: 'Chunk load error' })).toHaveCount(0)
      await expect.poll(() => seen.failures).toEqual([`canary ${from} ${fault.outcome} -> ${to}`])
      await waitForHydrationOf(createVisitor(page).heading())
      expect(seen.pageViews).toBe(1)
      await page.unrouteAll()
      await consoleErrors.check()
    })
  }
})
