import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { deriveShell } from '@portico/tools/testing/derive-release.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { saveData } from '../site/save-data.ts'
import { installClock } from '../steps/install-clock.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { type ShellDefect, shellDefects } from './broken-shells.ts'
import { sendVisit } from './send-visit.ts'

const maxCanaryViews = 300
const pastDeadline = '00:09'
/** What pages take without a defect. */
const usual = { load: 2_000, inp: 150, lcp: 2_500 }

/** A browser with its cache, for one visitor after the other. */
async function openBrowser(browser: Browser, origin: string, { delivered, isSlow, userAgent }: ShellDefect) {
  const open = async (options: { userAgent?: string } = {}) => {
    const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    await saveData(page)
    if (isSlow) await installClock(page)
    return page
  }
  const pages = [await open(), ...(userAgent ? [await open({ userAgent })] : [])]
  return {
    /** For visitors from now on: those who get this release have a broken one. */
    async deliver(release: string): Promise<void> {
      if (delivered === undefined) return
      for (const page of pages) await page.route(`**/r/shell/${release}/index.js`, deliver(delivered))
    },
    /** The page of a visitor. */
    choose: (visitor: number) => pages[visitor % 4 === 0 ? pages.length - 1 : 0] as Page,
    close: () => Promise.all(pages.map((page) => page.context().close())),
  }
}

const deliver =
  ({ status = 200, body }: NonNullable<ShellDefect['delivered']>) =>
  (route: { fulfill(response: object): Promise<void> }) =>
    route.fulfill({ status, body, contentType: 'text/javascript' })

/** Whether a visitor can use the home page, and go on to another one. */
async function works(page: Page, isSlow = false): Promise<boolean> {
  await page.goto('/home')
  if (isSlow) void page.clock.runFor(pastDeadline).catch(() => {}) // it ends with the document
  const banner = page.getByRole('banner')
  const isAlive = () =>
    banner.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber$')))
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  try {
    await expect.poll(() => isAlive().catch(() => false), { timeout: 30_000 }).toBe(true)
    await expect(page.getByRole('main')).toContainText(/\d+ categories/, { timeout: 5_000 })
    await banner.getByRole('link', { name: 'Home', exact: true }).click({ timeout: 5_000 })
    await expect(page).toHaveURL('/', { timeout: 5_000 })
    await expect(heading).toHaveCount(1, { timeout: 5_000 })
    return true
  } catch {
    return false
  } finally {
    await page.waitForTimeout(200)
    await page.goto('about:blank') // what waits to be sent is sent
  }
}

async function becomes(context: BrowserContext, { headers, cookie }: Awaited<ReturnType<typeof sendVisit>>) {
  await context.clearCookies()
  await context.addCookies([cookie])
  await context.setExtraHTTPHeaders(headers)
}

test.describe.configure({ mode: 'parallel' })

for (const defect of shellDefects)
  test(`a shell is stopped before half of the visitors get it: ${defect.name}`, async ({
    browser,
    newSite,
  }, testInfo) => {
    const { name, ends, change = (script: string) => `${script}\n//`, isReplaced, isSlow } = defect
    const { site } = await newSite({ env: { TRUST_PROXY: 'loopback', ADDRESS_LIMIT_FACTOR: '1' } })
    const team = createReleaseTeam(site)
    const folder = testInfo.outputPath('shell')
    deriveShell(join(root, 'dist', 'shell'), folder, { version: '99.0.0', change })
    await team.startsCanary({ name: 'shell', folder, version: '99.0.0' })
    const readRollout = async (): Promise<Rollout> =>
      v.parse(v.object({ rollout: RolloutSchema }), (await team.release('status', 'shell')).output).rollout
    let rollout = await readRollout()
    const opened = await openBrowser(browser, site.origin, defect)
    await opened.deliver(rollout.to)

    const broken = { shell: 0, views: 0 }
    const began = Date.now()
    let last = { headers: {}, cookie: { name: '', value: '' } }
    for (let visitor = 0; rollout.status !== ends && rollout.status !== 'rolled-back'; visitor += 1) {
      const visit = await sendVisit({ origin: site.origin, rollout, visitor, usual })
      if (visit.arm === 'canary') {
        last = visit
        const page = opened.choose(visitor)
        await becomes(page.context(), visit)
        broken.views += 1
        if (!(await works(page, isSlow))) broken.shell += 1
      }
      if (broken.views === maxCanaryViews) break
      rollout = await readRollout()
    }
    const seconds = Math.round((Date.now() - began) / 1000)
    await opened.close()
    const headers = { ...last.headers, cookie: `${last.cookie.name}=${last.cookie.value}` }
    const page = await fetch(site.origin, { headers })
    const { shell } = readPageData(await page.text())
    const until = Date.now() - rollout.changedAt
    const { status, share, reason, signals } = rollout
    const found = signals.map(({ name, canary, stable }) => `${name} ${canary}/${stable}`).join(', ')
    console.log(
      `${name}: ${status} at ${share / 100} % after ${broken.views} canary views in ${seconds} s, ${broken.shell} broken; ` +
        `its visitors get ${shell?.arm ?? 'stable'} ${until} ms later: ${reason} [${found}]`,
    )
    expect({ status, isEarly: share < 5_000 }).toEqual({ status: ends, isEarly: true })
    if (isReplaced) expect(broken.shell).toBe(0)
  })
