import { expect } from '@playwright/test'
import { findTarget, hasClientRenderedPage } from '../faults/target.ts'
import { test } from '../site/fixtures.ts'
import { listRemotes } from '../site/released-pages.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'

test('a file that never arrives times out after 120 seconds', async ({ site, openPageAs }) => {
  const remote = listRemotes().find((one) => hasClientRenderedPage(site.releases, one)) ?? ''
  const target = findTarget(site.releases, remote, { isClientRendered: true })
  const page = await openPageAs('signed in')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.route(target.files.entry.pattern, () => {})

  await page.goto(target.address, { waitUntil: 'commit' })
  const loading = page.getByText('Loading...')
  const failure = getFailureScreen(page, target)
  await expect(failure.getLoadElement('entry', 1)).toBeAttached()
  await expect(loading).toBeVisible()
  await page.clock.runFor('01:59')
  await expect(loading).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()

  await page.clock.runFor('00:02')
  await failure.isShown({ predicate: 'took too long to load.', detail: 'entry timeout' })
})
