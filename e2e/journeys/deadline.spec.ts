import { expect } from '@playwright/test'
import { targetOf } from '../faults/target.ts'
import { test } from '../site/journey.ts'
import { remoteNames } from '../site/released-pages.ts'
import { failureOn } from '../steps/failure.ts'

const [remote = ''] = remoteNames()

test('a part that never arrives is given 120 seconds, and no more', async ({ site, browserOf }) => {
  const target = targetOf(site.releases, remote)
  const page = await browserOf('signed in')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.route(target.files.entry.pattern, () => {})

  await page.goto(target.address, { waitUntil: 'commit' })
  const loading = page.getByText('Loading...')
  const failure = failureOn(page, target)
  await expect(failure.loadOf('entry', 1)).toBeAttached()
  await expect(loading).toBeVisible()
  await page.clock.runFor('01:59')
  await expect(loading).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()

  await page.clock.runFor('00:02')
  await failure.isShown(/Its entry did not arrive in time/)
})

test('on a site with a shorter deadline a part that never arrives fails by the real clock', async ({
  newSite,
}) => {
  const { site, browserOf } = await newSite({ env: { LOAD_DEADLINE_MS: '1000' } })
  const target = targetOf(site.releases, remote)
  const page = await browserOf('signed in')
  await page.route(target.files.entry.pattern, () => {})
  await page.goto(target.address, { waitUntil: 'commit' })
  await failureOn(page, target).isShown(/Its entry did not arrive in time/)
})
