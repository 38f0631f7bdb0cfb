import { expect } from '@playwright/test'
import { faults } from '../faults/faults.ts'
import { faultyDist } from '../faults/faulty-dist.ts'
import { targetOf } from '../faults/target.ts'
import { test } from '../site/journey.ts'
import { remoteNames } from '../site/released-pages.ts'
import { failureOn } from '../steps/failure.ts'
import { visitorOn } from '../steps/visitor.ts'

test.use({ publishFrom: faultyDist })

const deadline = '02:00'

for (const remote of remoteNames()) {
  for (const fault of faults) {
    test(`${remote}: ${fault.name}: the rest works, and ${fault.isPublished ? 'a sound release' : 'Retry'} recovers`, async ({
      site,
      browserOf,
      complaints,
    }) => {
      const target = targetOf(site.releases, remote)
      complaints.expect(...fault.complaints(target))
      const page = await browserOf('signed in')
      const visitor = visitorOn(page)
      const failure = failureOn(page, target)
      const letTimePass = async ({ attempt }: { attempt: number }) => {
        if (!fault.hangs) return
        await expect(failure.loadOf(fault.hangs, attempt)).toBeAttached()
        await expect(page.getByText('Loading...')).toBeVisible()
        await page.clock.fastForward(deadline)
      }
      if (fault.hangs) await page.clock.install()
      const putRight = await fault.cause(page, target)

      await page.goto(target.address, { waitUntil: 'commit' })
      await letTimePass({ attempt: 1 })
      await failure.isShown(fault.says)

      await failure.anotherRemoteWorks(site.releases)
      await page.goBack({ waitUntil: 'commit' })
      await letTimePass({ attempt: 2 })
      await failure.isShown(fault.says)

      if (fault.isPublished) {
        await failure.retry()
        await failure.isShown(fault.says)
      }
      await putRight()
      if (fault.isPublished) await page.reload()
      else await failure.retry()
      await visitor.isOn(target.address, target.title)
      await failure.isGone()
    })
  }
}
