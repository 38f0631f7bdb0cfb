import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
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
/** And the memory after twelve minutes, measured in the same way. */
const usualMemory = 5

interface Stay extends Visit {
  readonly stayMs: number
  /** Whether they press nothing. */
  readonly isIdle: boolean
  readonly readsMinutes: number
}

/** A visitor comes. One of the canary reads the page in a browser, presses its button and leaves. Returns whether it is one. */
async function visit(
  context: BrowserContext,
  { stayMs, isIdle, readsMinutes, ...visit }: Stay,
): Promise<boolean> {
  const { arm, headers, cookie } = await sendVisit(visit)
  if (arm !== 'canary') return false
  await context.clearCookies()
  await context.addCookies([cookie])
  await context.setExtraHTTPHeaders(headers)
  const page = await context.newPage() // one whose time has passed stands still
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
  if (readsMinutes > 0) await passMinutes(page, readsMinutes)
  await page.goto('about:blank') // what waits to be sent is sent
  await page.close()
  return true
}

/**
 * Moves the browser's own clock on: timers run as often as in so many minutes, and memory is what the page really uses. Playwright's
 * clock would hide `performance.memory`.
 */
async function passMinutes(page: Page, minutes: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const isOver = new Promise((resolve) => session.once('Emulation.virtualTimeBudgetExpired', resolve))
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: minutes * 60_000 })
  await isOver
}

/** A browser with its cache, for one visitor after the other. */
async function openBrowser(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  await saveData(context)
  return context
}

test.describe.configure({ mode: 'parallel' })

for (const { name, ...defect } of defects)
  test(`a release is stopped before half of the visitors get it: ${name}`, async ({
    browser,
    newSite,
  }, testInfo) => {
    const { ends, stayMs = 0, isIdle = false, readsMinutes = 0, onEntry, onEvaluation, ...parts } = defect
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

    const context = await openBrowser(browser, site.origin)
    let rollout = await readRollout()
    const isOver = () => rollout.status === ends || rollout.status === 'rolled-back'
    let [visitor, canaryViews] = [0, 0]
    while (!isOver() && canaryViews < maxCanaryViews) {
      const taken = readsMinutes > 0 ? { ...usual, memory: usualMemory } : usual
      const parts = { origin: site.origin, rollout, visitor, usual: taken, stayMs, isIdle, readsMinutes }
      if (await visit(context, parts)) canaryViews += 1
      visitor += 1
      rollout = await readRollout()
    }
    await context.close()
    await expect.poll(async () => (await readRollout()).lastReportAt).not.toBeNull() // and evaluated
    const { status, share, reason, signals, vitals } = await readRollout()
    const found = [...signals, ...vitals]
      .map(({ name, canary, stable }) => `${name} ${canary}/${stable}`)
      .join(', ')
    console.log(
      `${name}: ${status} at ${share / 100} % after ${canaryViews} canary views: ${reason} [${found}]`,
    )
    expect({ status, isEarly: share < 5_000 }).toEqual({ status: ends, isEarly: true })
  })
