import { expect, type Page, type Request } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { type LoadReport, ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { findTarget } from '../faults/target.ts'
import { canaryDist, canaryVersion, releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { installClock } from '../steps/install-clock.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { startCdn } from '../steps/start-cdn.ts'
import { createVisitor } from '../steps/visitor.ts'

const StatusSchema = v.object({ rollout: RolloutSchema })
const canaryDeadline = '00:08'

// At a share of 10 %, twelve failures of the canary and none of stable are enough evidence for a rollback: E is 2,100. Ten
// are not: E is 204, which pauses the rollout.
const visits = { whileItAnswers503: 5, whileItHangs: 1, whileItRefusesConnections: 6 }
const visitorCount = 1 + Object.values(visits).reduce((sum, count) => sum + count)

/**
 * Resolves with the page’s report about the canary, which the server must accept. What replaced it reports on its own, at the
 * latest when the visitor leaves the page, and thus perhaps only after the next visit has begun.
 */
async function waitForReport(page: Page): Promise<readonly LoadReport[]> {
  const response = await page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === paths.beacon && getArms(response.request()).includes('canary'),
  )
  expect(response.status()).toBe(204)
  return getLoads(response.request())
}

const getLoads = (report: Request) => v.parse(ReportSchema, report.postDataJSON()).loads
const getArms = (report: Request) => getLoads(report).map(({ arm }) => arm)

test('a CDN that fails during a rollout rolls the release back by the reports of browsers alone', {
  tag: '@soak',
}, async ({ newSite, consoleErrors }) => {
  const cdn = await startCdn()
  const { site, openPageAs } = await newSite({
    env: { REMOTE_ORIGINS: `${remote}=${cdn.origin}`, VISITORS_SHARE_ADDRESS: 'true' },
  })
  const team = createReleaseTeam(site)
  const readRollout = async () => v.parse(StatusSchema, (await team.release('status', remote)).output).rollout
  const target = findTarget(site.releases, remote, { isClientRendered: true })
  const stable = site.releases.remotes[remote]?.stable
  if (stable === undefined) throw new Error(`The site has no ${remote}.`)

  const at = cdn.upload('/next/', canaryDist)
  const published = [
    'publish',
    remote,
    '--folder',
    canaryDist,
    '--at',
    at,
    '--no-browser',
    '--reason',
    'a test',
  ]
  expect(await team.release(...published)).toMatchObject({ exitCode: 0 })
  await team.release('start', remote, canaryVersion, '--plan', 'low', '--steps', '10:30,50:60,100')
  await team.release('advance', remote)
  const { release } = await team.canary()

  // All of them before the first failure: nobody is assigned to the canary after the last one.
  const visitors: string[] = []
  while (visitors.length < visitorCount) visitors.push(await team.findsVisitor('in'))
  const open = () => openPageAs('signed in', { reducedMotion: 'reduce' })
  const becomesNextVisitor = async (page: Page) => {
    const visitor = visitors.pop()
    if (visitor === undefined) throw new Error('There is no visitor left.')
    await team.identifies(page.context(), visitor)
  }
  const seesWorkingPage = async (page: Page) => createVisitor(page).isAt(target.address, target.title)
  const fallsBack = async (page: Page, outcome: LoadReport['outcome'], count: number) => {
    for (let visit = 0; visit < count; visit += 1) {
      await becomesNextVisitor(page)
      const reported = waitForReport(page)
      await page.goto(target.address)
      await seesWorkingPage(page)
      expect(await reported).toMatchObject([
        { remote, release: getReleaseId(release), arm: 'canary', outcome, fellBackTo: getReleaseId(stable) },
      ])
    }
  }

  await test.step('while the CDN works, its visitors load the canary from there', async () => {
    cdn.requests.length = 0
    const page = await open()
    await becomesNextVisitor(page)
    const reported = waitForReport(page)
    await page.goto(target.address)
    await seesWorkingPage(page)
    expect(cdn.requests).toContain('/next/remote.js')
    expect(await reported).toMatchObject([{ remote, arm: 'canary', outcome: 'ok', fellBackTo: null }])
    await page.context().close()
  })

  // Their cache contains nothing from the canary.
  const others = await open()

  await test.step('it answers 503: their pages work with stable, and the failures are reported', async () => {
    consoleErrors.expect(/status of 503/)
    cdn.failWith((_request, response) => {
      response.writeHead(503, { 'access-control-allow-origin': '*' }).end()
    })
    await fallsBack(others, 'http', visits.whileItAnswers503)
  })

  await test.step('it hangs: the page works after the canary’s deadline', async () => {
    cdn.failWith(() => {})
    const page = await open()
    await becomesNextVisitor(page)
    await installClock(page)
    const reported = waitForReport(page)
    await page.goto(target.address, { waitUntil: 'commit' })
    await expect(page.locator(`script[src^="${at}"]`)).toBeAttached()
    await page.clock.fastForward(canaryDeadline)
    await seesWorkingPage(page)
    expect(await reported).toMatchObject([{ arm: 'canary', outcome: 'timeout' }])
    await page.context().close()
  })

  await test.step('it refuses connections, until the evidence is enough: the release is rolled back', async () => {
    expect((await readRollout()).status).toBe('running')
    await cdn.stop()
    consoleErrors.expect(/net::ERR_CONNECTION_REFUSED/)
    await fallsBack(others, 'network', visits.whileItRefusesConnections)
    await expect.poll(async () => (await readRollout()).status).toBe('rolled-back')
    const rollout = await readRollout()
    expect(rollout.reason).toMatch(/^12 of 13 loads failed, /)
    expect(rollout.networks.failing).toBe(12)
    expect(Object.values(rollout.dropped)).toEqual(Array(8).fill(0))
    expect((await team.document()).remotes[remote]).toMatchObject({ stable })
  })

  await test.step('new visitors get the old release, and nothing leads to the CDN', async () => {
    const page = await open()
    const toCdn: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(cdn.origin)) toCdn.push(request.url())
    })
    const response = await page.goto(target.address)
    await seesWorkingPage(page)
    expect(response?.headers()['content-security-policy']).not.toContain(cdn.origin)
    expect(await response?.text()).not.toContain(cdn.origin)
    expect(toCdn).toEqual([])
  })
})
