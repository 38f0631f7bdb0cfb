import { expect } from '@playwright/test'
import { paths } from '@portico/shared/paths.ts'
import { ReportSchema } from '@portico/shared/release/load-report.ts'
import * as v from 'valibot'
import { faults } from '../faults/faults.ts'
import { findTarget } from '../faults/target.ts'
import { canaryVersion, releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { createVisitor } from '../steps/visitor.ts'

const canaryDeadline = '00:08'

// One fault for each way a load can end; shell/remotes/fault-combinations.test.ts has all of them.
const faultByOutcome = new Map(
  faults.filter(({ isInRelease }) => !isInRelease).map((fault) => [fault.outcome, fault]),
)

test.beforeAll(async ({ site }) => {
  await createReleaseTeam(site).startsCanary()
})

for (const fault of faultByOutcome.values()) {
  test(`canary: ${fault.name}: the page falls back to stable in the same page view and is reported`, async ({
    site,
    openPageAs,
    consoleErrors,
  }) => {
    const team = createReleaseTeam(site)
    const { remotes } = site.releases
    const stable = remotes[remote]
    if (stable === undefined) throw new Error(`The site has no ${remote}.`)
    const { release } = await team.canary()
    const target = findTarget(
      { ...site.releases, remotes: { [remote]: { ...stable, stable: release } } },
      remote,
      { isClientRendered: fault.part === 'style' },
    )
    consoleErrors.expect(...fault.consoleErrors(target))
    const page = await openPageAs('signed in')
    await team.assignsVisitor(page.context(), 'in')
    const failures: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== paths.beacon) return
      const { loads } = v.parse(ReportSchema, request.postDataJSON())
      for (const load of loads)
        if (load.outcome !== 'ok')
          failures.push(`${load.arm} ${load.release} ${load.outcome} -> ${load.fellBackTo}`)
    })
    let pageViews = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pageViews += 1
    })
    if (fault.hangs) await page.clock.install()
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
    const [from, to] = [release, stable.stable].map(({ version, hash }) => `${version}-${hash}`)
    await expect.poll(() => failures).toEqual([`canary ${from} ${fault.outcome} -> ${to}`])
    expect(from).toContain(canaryVersion)
    expect(pageViews).toBe(1)
  })
}
