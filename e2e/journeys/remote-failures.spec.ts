import { expect } from '@playwright/test'
import { faults } from '../faults/faults.ts'
import { faultyDist } from '../faults/faulty-dist.ts'
import { findTarget } from '../faults/target.ts'
import { test } from '../site/fixtures.ts'
import { listRemotes } from '../site/released-pages.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'
import { createVisitor } from '../steps/visitor.ts'

test.use({ publishFrom: faultyDist })

const deadline = '02:00'

for (const remote of listRemotes()) {
  for (const fault of faults) {
    test(`${remote}: ${fault.name}: the rest works, and ${fault.isInRelease ? 'a sound release' : 'Retry'} recovers`, async ({
      site,
      openPageAs,
      consoleErrors,
    }) => {
      const target = findTarget(site.releases, remote)
      consoleErrors.expect(...fault.consoleErrors(target))
      const page = await openPageAs('signed in')
      const visitor = createVisitor(page)
      const failure = getFailureScreen(page, target)
      const letTimePass = async ({ attempt }: { attempt: number }) => {
        if (!fault.hangs) return
        await expect(failure.getLoadElement(fault.hangs, attempt)).toBeAttached()
        await expect(page.getByText('Loading...')).toBeVisible()
        await page.clock.fastForward(deadline)
      }
      if (fault.hangs) await page.clock.install()
      const putRight = await fault.cause(page, target)

      await page.goto(target.address, { waitUntil: 'commit' })
      await letTimePass({ attempt: 1 })
      await failure.isShown(fault.says)

      await failure.canOpenAnotherRemote(site.releases)
      await page.goBack({ waitUntil: 'commit' })
      await letTimePass({ attempt: 2 })
      await failure.isShown(fault.says)

      if (fault.isInRelease) {
        await failure.retry()
        await failure.isShown(fault.says)
      }
      await putRight()
      if (fault.isInRelease) await page.reload()
      else await failure.retry()
      await visitor.isAt(target.address, target.title)
      await failure.isGone()
    })
  }
}
