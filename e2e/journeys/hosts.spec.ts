import { expect, type Page } from '@playwright/test'
import {
  type HostReleases,
  HostReleasesSchema,
  HostReportSchema,
} from '@portico/protocol/discovery/host-releases.ts'
import { hostsPath } from '@portico/protocol/discovery/hosts-path.ts'
import type { LoadReport } from '@portico/protocol/discovery/load-report.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { buildCart, buildHost, writeNews } from '../releases/build-federated.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { startCdn } from '../steps/start-cdn.ts'

const StatusSchema = v.object({ rollout: RolloutSchema })
const unchecked = ['--no-browser', '--reason', 'a test']
const enoughFailures = 12 // of the canary alone, at a share of 10 %

test('a host on another origin gets releases in stages, and a broken one is rolled back by its visitors', async ({
  newSite,
  browser,
  consoleErrors,
}) => {
  const files = await startCdn()
  const { port: hostPort } = new URL(files.origin)
  const hostOrigin = `http://localhost:${hostPort}`
  const { site } = await newSite({
    env: { HOSTS: `shop=${hostOrigin}`, VISITORS_SHARE_ADDRESS: 'true' },
  })
  const team = createReleaseTeam(site)
  files.upload('/', await buildHost(site.origin, 'shop'))

  const run = async (...args: string[]) => {
    const { exitCode, output } = await team.release(...args)
    expect(exitCode, JSON.stringify(output)).toBe(0)
    return output
  }
  const publish = (name: string, version: string, folder: string) =>
    run('publish', name, '--folder', folder, '--release-version', version, ...unchecked)
  await publish('cart', '1.0.0', await buildCart('1.0.0', 'cart_1'))
  await run('start', 'cart', '1.0.0', '--plan', 'now')
  await publish('news', '1.0.0', writeNews('1.0.0'))
  await run('start', 'news', '1.0.0', '--plan', 'now')
  await publish('cart', '1.1.0', await buildCart('1.1.0', 'cart_2', "throw new RangeError('no prices')"))
  await run('start', 'cart', '1.1.0', '--plan', 'low', '--steps', '10:30,50:60,100')
  await run('advance', 'cart')
  const readRollout = async () => v.parse(StatusSchema, (await team.release('status', 'cart')).output).rollout

  const findVisitor = async (arm: 'canary' | 'stable'): Promise<HostReleases> => {
    for (;;) {
      const response = await fetch(`${site.origin}${hostsPath}/shop/releases`, {
        method: 'POST',
        headers: { origin: hostOrigin },
        body: JSON.stringify({ visitor: null }),
      })
      const answer = v.parse(HostReleasesSchema, await response.json())
      if (answer.remotes.cart?.arm === arm) return answer
    }
  }
  const context = await browser.newContext()
  await consoleErrors.watch(context)
  const page = await context.newPage()
  const empty = `${hostOrigin}/empty`
  await page.route(empty, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel=icon href=data:,>' }),
  )
  const reports: LoadReport[] = []
  const requested: string[] = []
  page.on('request', (request) => {
    requested.push(request.url())
    if (request.url().endsWith('/shop/reports'))
      reports.push(...v.parse(HostReportSchema, request.postDataJSON()).loads)
  })
  const countViews = () => requested.filter((url) => url === `${hostOrigin}/index.html`).length
  const visit = async (answer: HostReleases) => {
    await page.goto(empty)
    await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
      `portico:${site.origin}/shop`,
      JSON.stringify({ ...answer, token: null }),
    ] as const)
    requested.length = 0
    reports.length = 0
    await page.goto(`${hostOrigin}/index.html`)
    await seesCart(page)
  }

  await test.step('its pages load what the site names, also an ES module, with one React', async () => {
    await visit(await findVisitor('stable'))
    await expect(page.getByText('News 1.0.0')).toBeVisible()
    await expect
      .poll(() => reports)
      .toEqual([expect.objectContaining({ remote: 'cart', arm: 'stable', outcome: 'ok' })])
  })

  await test.step('the canary throws: its visitors see stable in the same view, and the site rolls it back', async () => {
    const visitors = await Promise.all(Array.from({ length: enoughFailures }, () => findVisitor('canary')))
    for (const visitor of visitors) {
      await visit(visitor)
      expect(countViews()).toBe(1)
      const { release, fallback } = visitor.remotes.cart ?? {}
      expect(reports).toEqual([
        expect.objectContaining({
          ...{
            arm: 'canary',
            release: release?.id,
            outcome: 'init',
            phase: 'module',
            fellBackTo: fallback?.id,
          },
        }),
      ])
    }
    await expect.poll(async () => (await readRollout()).status).toBe('rolled-back')
    expect((await readRollout()).reason).toContain(`${enoughFailures} of ${enoughFailures} loads failed`)
  })

  await test.step('visitors of the canary get stable from now on', async () => {
    requested.length = 0
    await page.goto(`${hostOrigin}/index.html`)
    await seesCart(page)
    expect(requested.filter((url) => url.includes('/r/cart/1.1.0'))).toEqual([])
  })

  await test.step('if both containers have the same name, the page is loaded again, once', async () => {
    await publish('cart', '1.2.0', await buildCart('1.2.0', 'cart_1', "throw new RangeError('no prices')"))
    await run('start', 'cart', '1.2.0', '--plan', 'low')
    await run('advance', 'cart')
    const visitor = await findVisitor('canary')
    await visit(visitor)
    expect(countViews()).toBe(2)
    expect(reports).toEqual([expect.objectContaining({ arm: 'canary', outcome: 'init' })])
    await visit(visitor)
    expect(countViews()).toBe(1)
  })

  await test.step('a page of another origin gets nothing, and says what is missing', async () => {
    const toItself = /404 .*\/portico\)/
    consoleErrors.expect(
      /blocked by CORS policy/,
      /ERR_FAILED .*\/releases\)/,
      toItself,
      /uncaught: .*RUNTIME-008/,
    )
    const broken = page.waitForEvent('pageerror')
    const warned = page.waitForEvent('console', (message) => message.text().startsWith('Portico:'))
    await page.goto(`${files.origin}/index.html`)
    await broken // it has no remotes of its own
    expect((await warned).text()).toContain(`Does its HOSTS have shop=${files.origin}?`)
  })
  await context.close()
  await files.stop()
})

async function seesCart(page: Page): Promise<void> {
  const cart = page.getByRole('button', { name: 'Cart 1.0.0' })
  await expect(cart).toHaveText('Cart 1.0.0: 0')
  await cart.click()
  await expect(cart).toHaveText('Cart 1.0.0: 1')
}
