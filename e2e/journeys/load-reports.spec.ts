import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import { RolloutHistorySchema } from '@portico/protocol/rollout/history-api.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import * as v from 'valibot'
import { releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { getRelease, toAddress, visibleAccess } from '../site/released-pages.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

test('every page view of a browser is counted with its own token, also one from the cache', async ({
  newSite,
}) => {
  const { site, openPageAs } = await newSite({})
  const team = createReleaseTeam(site)
  const shown = getRelease(site.releases, remote).pages.find(
    ({ access, path }) => visibleAccess['signed in'].includes(access) && !path.includes(':'),
  )
  if (shown === undefined) throw new Error(`${remote} has no page for a signed-in visitor.`)
  await team.startsCanary()
  const page = await openPageAs('signed in', { reducedMotion: 'reduce' })
  const tokens = new Set<string | null>()
  const visit = async () => {
    const reported = page.waitForRequest((request) => new URL(request.url()).pathname === paths.beacon)
    const response = await page.goto(toAddress(shown.path))
    tokens.add(v.parse(ReportSchema, (await reported).postDataJSON()).token)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('portico_report')
    return (await response?.request().allHeaders())?.['if-none-match']
  }
  expect(await visit()).toBeUndefined()
  expect(await visit()).toBeDefined()
  expect(tokens.size).toBe(2)
  expect(tokens).not.toContain(null)
  await page.close()
  const readRollout = async () =>
    v.parse(v.object({ rollout: RolloutSchema }), (await team.release('status', remote)).output).rollout
  await expect.poll(async () => (await readRollout()).lastReportAt).not.toBeNull()
  const { dropped, id } = await readRollout()
  expect(Object.values(dropped)).toEqual(Array(8).fill(0))
  const headers = { authorization: `Bearer ${readAdminToken(site)}` }
  const history = await fetch(`${site.origin}${paths.rollouts}/${id}/history`, { headers })
  const { pages } = v.parse(RolloutHistorySchema, await history.json())
  expect(pages.map((counted) => counted.page)).toEqual([shown.path])
})
