import { join } from 'node:path'
import { type Browser, expect } from '@playwright/test'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { root } from '@portico/tools/system/run-command.ts'
import * as v from 'valibot'
import { writeRelease } from '../releases/write-release.ts'
import { test } from '../site/fixtures.ts'
import { saveData } from '../site/save-data.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { defects, writePage } from './defects.ts'
import { sendVisit, type Visit } from './send-visit.ts'

const remote = 'portfolio'
const maxCanaryViews = 300
/** What pages take without a defect. */
const usual = { inp: 40, lcp: 400, load: 100 }

interface Stay extends Visit {
  readonly stayMs: number
  /** Whether they press nothing. */
  readonly isIdle: boolean
}

/** A visitor comes. One of the canary reads the page in a browser, presses its button and leaves. Returns whether it is one. */
async function visit({ context, page }: OpenBrowser, { stayMs, isIdle, ...visit }: Stay): Promise<boolean> {
  const { arm, headers, cookie } = await sendVisit(visit)
  if (arm !== 'canary') return false
  await context.clearCookies()
  await context.addCookies([cookie])
  await context.setExtraHTTPHeaders(headers)
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
  return true
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
      const parts = { origin: site.origin, rollout, visitor, usual, stayMs, isIdle }
      if (await visit(opened, parts)) canaryViews += 1
      visitor += 1
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
