import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import { RemoteReleasesSchema } from '@portico/protocol/publish/release-api.ts'
import { deriveRelease } from '@portico/tools/testing/derive-release.ts'
import * as v from 'valibot'
import { findTarget } from '../faults/target.ts'
import { canaryVersion, releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { getFailureScreen } from '../steps/failure-screen.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { startCdn } from '../steps/start-cdn.ts'
import { createVisitor } from '../steps/visitor.ts'

const dist = join(root, 'dist')

/** Records the failures that a page reports. */
function recordFailures(page: Page): string[] {
  const failures: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== paths.beacon) return
    const { loads } = v.parse(ReportSchema, request.postDataJSON())
    for (const { arm, outcome, fellBackTo } of loads)
      if (outcome !== 'ok') failures.push(`${arm} ${outcome} -> ${fellBackTo}`)
  })
  return failures
}

/** Whether a page can load a script that names no hash. */
function loadsWithoutIntegrity(page: Page, address: string): Promise<boolean> {
  return page.evaluate((src) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const script = document.createElement('script')
    Object.assign(script, { src, crossOrigin: 'anonymous' })
    script.onload = () => resolve(true)
    script.onerror = () => resolve(false)
    document.head.append(script)
    return promise
  }, address)
}

test('a remote is loaded from the CDN of its team, and a failing CDN is a failure of the remote', async ({
  newSite,
  consoleErrors,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-cdn-'))
  const cdn = await startCdn()
  // A site without the remote, so that its first release has nothing to fall back to.
  for (const app of ['shell', 'account', 'portfolio'])
    cpSync(join(dist, app), join(folder, 'dist', app), { recursive: true })
  deriveRelease(join(dist, remote), join(folder, 'canary'), { version: canaryVersion, script: '' })
  const { site, openPageAs } = await newSite({
    publishFrom: join(folder, 'dist'),
    env: { REMOTE_ORIGINS: `${remote}=${cdn.origin}` },
  })
  const team = createReleaseTeam(site)
  const publish = (from: string, at: string) =>
    team.release('publish', remote, '--folder', from, '--at', at, '--no-browser', '--reason', 'a test')

  await test.step('a release is refused until the CDN has its files', async () => {
    expect(await publish(join(dist, remote), `${cdn.origin}/first/`)).toMatchObject({
      exitCode: 3,
      output: {
        findings: expect.arrayContaining([expect.objectContaining({ check: 'origin-files', isOk: false })]),
      },
    })
    const at = cdn.upload('/first/', join(dist, remote))
    expect(await publish(join(dist, remote), at)).toMatchObject({ exitCode: 0 })
  })
  const { releases } = v.parse(RemoteReleasesSchema, (await team.release('releases', remote)).output)
  const first = releases[0]?.id ?? ''
  expect(await team.release('start', remote, first, '--plan', 'now')).toMatchObject({ exitCode: 0 })
  const target = findTarget(await team.document(), remote, { isClientRendered: true })

  await test.step('visitors load it from there', async () => {
    cdn.requests.length = 0
    const page = await openPageAs('signed in')
    const fromSite: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${site.origin}${paths.releases}/${remote}/`)) fromSite.push(request.url())
    })
    await page.goto(target.address)
    await createVisitor(page).isAt(target.address, target.title)
    expect(cdn.requests).toEqual(expect.arrayContaining(['/first/remote.js']))
    expect(cdn.requests.some((file) => file.endsWith('.css'))).toBe(true)
    expect(fromSite).toEqual([])
    expect(await loadsWithoutIntegrity(page, `${cdn.origin}/first/remote.js`)).toBe(false)
  })

  await test.step('while it is down, the page names the team, and Retry loads the copy of the site', async () => {
    consoleErrors.expect(/net::ERR_/)
    cdn.failWith((request) => void request.socket.destroy())
    const page = await openPageAs('signed in')
    const screen = getFailureScreen(page, target)
    await page.goto(target.address)
    await screen.isShown({ predicate: "couldn't load.", detail: 'entry network' })
    await screen.retry()
    await screen.isGone()
    await createVisitor(page).isAt(target.address, target.title)
  })

  await test.step('a canary with other bytes there is replaced by stable, and reported', async () => {
    cdn.recover()
    const at = cdn.upload('/second/', join(folder, 'canary'))
    expect(await publish(join(folder, 'canary'), at)).toMatchObject({ exitCode: 0 })
    await team.release('start', remote, canaryVersion, '--plan', 'low')
    await team.release('advance', remote)
    consoleErrors.expect(/Failed to find a valid digest in the 'integrity' attribute/)
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }
    cdn.failWith((_request, response) => void response.writeHead(200, headers).end('changed()'))
    const page = await openPageAs('signed in')
    await team.assignsVisitor(page.context(), 'in')
    const failures = recordFailures(page)
    await page.goto(target.address)
    await createVisitor(page).isAt(target.address, target.title)
    await expect.poll(() => failures).toEqual([`canary integrity -> ${first}`])
  })

  await cdn.stop()
  rmSync(folder, { recursive: true })
})
