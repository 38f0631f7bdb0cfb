import { expect } from '@playwright/test'
import { paths } from '@portico/shared/paths.ts'
import { type LoadReport, ReportSchema } from '@portico/shared/release/load-report.ts'
import * as v from 'valibot'
import { faults } from '../faults/faults.ts'
import { targetOf } from '../faults/target.ts'
import { canaryVersion, releasedRemote as remote } from '../releases/canary-dist.ts'
import { test } from '../site/journey.ts'
import { failureOn } from '../steps/failure.ts'
import { releaseTeamOf } from '../steps/release-team.ts'
import { visitorOn } from '../steps/visitor.ts'

const canaryDeadline = '00:08'

// What the report says of each fault.
const outcomes: readonly (readonly [RegExp, LoadReport['outcome']])[] = [
  [/is missing/, 'http'],
  [/hangs/, 'timeout'],
  [/is not the file|is an HTML page/, 'integrity'],
  [/evaluation/, 'init'],
  [/render/, 'mount'],
  [/contract/, 'contract'],
]

function outcomeOf({ name }: { readonly name: string }) {
  return outcomes.find(([pattern]) => pattern.test(name))?.[1]
}

test.beforeAll(async ({ site }) => {
  await releaseTeamOf(site).startsCanary()
})

for (const fault of faults.filter(({ isPublished }) => !isPublished)) {
  test(`a canary: ${fault.name}: the visitor gets stable in the same page view, and it is reported`, async ({
    site,
    browserOf,
    complaints,
  }) => {
    const team = releaseTeamOf(site)
    const { remotes } = site.releases
    const stable = remotes[remote]
    if (stable === undefined) throw new Error(`The site has no ${remote}.`)
    const { release } = await team.canary()
    const target = targetOf(
      { ...site.releases, remotes: { [remote]: { ...stable, stable: release } } },
      remote,
    )
    complaints.expect(...fault.complaints(target))
    const page = await browserOf('signed in')
    await team.putsVisitor(page.context(), 'in')
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
    await fault.cause(page, target)

    await page.goto(target.address, { waitUntil: 'commit' })
    if (fault.hangs) {
      await expect(failureOn(page, target).loadOf(fault.hangs, 1)).toBeAttached()
      await expect(page.getByText('Loading...')).toBeVisible()
      await page.clock.fastForward(canaryDeadline)
    }
    await visitorOn(page).isOn(target.address, target.title)
    await expect(page.getByRole('heading', { name: 'Chunk load error' })).toHaveCount(0)
    const [from, to] = [release, stable.stable].map(({ version, hash }) => `${version}-${hash}`)
    await expect.poll(() => failures).toEqual([`canary ${from} ${outcomeOf(fault)} -> ${to}`])
    expect(from).toContain(canaryVersion)
    expect(pageViews).toBe(1)
  })
}
