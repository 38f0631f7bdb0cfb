import { join } from 'node:path'
import { type Browser, expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { readSetCookie } from '@portico/tools/testing/read-set-cookie.ts'
import * as v from 'valibot'
import { writeRelease } from '../releases/write-release.ts'
import { test } from '../site/fixtures.ts'
import { saveData } from '../site/save-data.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { defects, writePage } from './defects.ts'

const remote = 'portfolio'
const maxCanaryViews = 300
const visitorCookie = 'portico_visitor'
/** What pages take without a defect: ms. */
const usualVitals = { inp: 40, lcp: 400, load: 100 }

interface Visit {
  readonly origin: string
  readonly rollout: v.InferOutput<typeof RolloutSchema>
  /** How many came before: each has a network of their own. */
  readonly visitor: number
  readonly stayMs: number
  /** Whether they press nothing. */
  readonly isIdle: boolean
}

/**
 * A visitor comes, and gets an arm. Those of the canary read the page, press its button and leave, in `browser`; what the
 * browsers of the others would report is sent without one. Returns the arm.
 */
async function visit(
  { context, page }: OpenBrowser,
  { origin, rollout, visitor, stayMs, isIdle }: Visit,
): Promise<string> {
  const { remote: name, id, from } = rollout
  const address = { 'x-forwarded-for': `10.${visitor >> 8}.${visitor & 255}.7` }
  const response = await fetch(`${origin}/`, { headers: address })
  const arm = readPageData(await response.text()).remotes.find((selected) => selected.name === name)?.arm
  const cookie = readSetCookie(response, visitorCookie) ?? ''
  if (arm !== 'canary') {
    const about = { remote: name, release: from, rollout: id, arm: 'stable' }
    const vitals = Object.entries(usualVitals).map(([vital, value]) => ({ ...about, vital, value }))
    const load = { ...about, outcome: 'ok', phase: 'mount', ms: usualVitals.load, fellBackTo: null }
    const token = readSetCookie(response, reportTokenCookie)
    await fetch(origin + paths.beacon, {
      method: 'POST',
      headers: { ...address, 'content-type': 'text/plain', cookie: `${visitorCookie}=${cookie}` },
      // In a hurry, like those with a browser.
      body: JSON.stringify({
        ...{ schemaVersion: 2, token, revision: 1, loads: [load], vitals },
        signals: [{ ...about, signal: 'leave' }],
      }),
    })
    return 'stable'
  }
  await context.clearCookies()
  await context.addCookies([{ name: visitorCookie, value: cookie, url: origin }])
  await context.setExtraHTTPHeaders(address)
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Refresh' })
  const isShown = await button.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false, // a broken page may have none
  )
  if (isShown) {
    await page
      .locator('#rows')
      .waitFor({ timeout: 1_000 })
      .catch(() => {})
    if (!isIdle) await button.click({ timeout: 5_000 }).catch(() => {})
  }
  await page.waitForTimeout(200 + stayMs)
  await page.goto('about:blank') // what waits to be sent is sent
  return 'canary'
}

type OpenBrowser = Awaited<ReturnType<typeof openBrowser>>

/** A browser with its cache, for one visitor after the other. */
async function openBrowser(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await saveData(page)
  return { context, page }
}

test.describe.configure({ mode: 'parallel' })

for (const { name, ends, stayMs = 0, isIdle = false, onEntry, onEvaluation, ...parts } of defects)
  test(`a release is stopped before half of the visitors get it: ${name}`, async ({
    browser,
    newSite,
  }, testInfo) => {
    const { site } = await newSite({ env: { TRUST_PROXY: 'loopback', ADDRESS_LIMIT_FACTOR: '1' } })
    const team = createReleaseTeam(site)
    const built = join(root, 'dist', remote)
    const publish = async (version: string, written: Parameters<typeof writeRelease>[2]) => {
      const folder = testInfo.outputPath(version)
      writeRelease(folder, built, { ...written, version })
      await team.release('publish', remote, '--folder', folder, '--no-browser', '--reason', 'a test')
    }
    await publish('98.0.0', { component: writePage() })
    await team.release('start', remote, '98.0.0', '--plan', 'now')
    await publish('99.0.0', {
      component: writePage(parts),
      ...(onEntry && { onEntry }),
      ...(onEvaluation && { onEvaluation }),
    })
    await team.release('start', remote, '99.0.0', '--plan', 'low')
    await team.release('advance', remote)
    const readRollout = async () =>
      v.parse(v.object({ rollout: RolloutSchema }), (await team.release('status', remote)).output).rollout

    const opened = await openBrowser(browser, site.origin)
    let rollout = await readRollout()
    const isOver = () => rollout.status === ends || rollout.status === 'rolled-back'
    let [visitor, canaryViews] = [0, 0]
    while (!isOver() && canaryViews < maxCanaryViews) {
      const arm = await visit(opened, { origin: site.origin, rollout, visitor, stayMs, isIdle })
      visitor += 1
      if (arm === 'canary') canaryViews += 1
      rollout = await readRollout()
    }
    await opened.context.close()
    await expect.poll(async () => (await readRollout()).lastReportAt).not.toBeNull() // and evaluated
    const { status, share, reason, signals } = await readRollout()
    const found = signals.map(({ name, canary, stable }) => `${name} ${canary}/${stable}`).join(', ')
    console.log(
      `${name}: ${status} at ${share / 100} % after ${canaryViews} canary views: ${reason} [${found}]`,
    )
    expect({ status, isEarly: share < 5_000 }).toEqual({ status: ends, isEarly: true })
  })
