import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { serveFolder } from '../steps/serve-folder.ts'
import { createVisitor } from '../steps/visitor.ts'

const remote = 'portfolio'

test('a developer previews a locally served remote on the running site, and nobody else sees it', async ({
  site,
  page,
  openPageAs,
}) => {
  const served = await serveFolder(join(root, 'dist', remote))
  const team = createReleaseTeam(site)
  const { exitCode, output } = await team.release('preview', remote, '--from', served.address)
  expect(exitCode).toBe(0)
  const visitor = createVisitor(page)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(Object(output).url)
  await page.getByRole('button', { name: 'Show preview' }).click()
  await visitor.isAt('/', 'HomePage')
  const banner = page.getByRole('complementary', { name: 'Preview' })
  await expect(banner).toContainText(`from ${served.address}. Other visitors don't see it.`)
  await expect(page.locator(`link[rel="stylesheet"][href*="/-/local/${remote}/"]`).first()).toBeAttached()
  await waitForHydrationOf(visitor.heading())
  expect(served.requests).toContain('/remote.js')

  const other = createVisitor(await openPageAs('signed out', { reducedMotion: 'reduce' }))
  const before = served.requests.length
  await other.opens('/')
  await other.isAt('/', 'HomePage')
  await waitForHydrationOf(other.heading())
  await expect(other.page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0)
  expect(served.requests).toHaveLength(before)

  await served.stop()
  await page.reload()
  await visitor.isAt('/', 'HomePage')
  await expect(banner).toContainText(
    `${served.address} does not respond, so you're viewing the public release of ${remote}.`,
  )
  await banner.getByRole('button', { name: 'End preview' }).click()
  await expect(banner).toHaveCount(0)
})
