import { expect, type Page } from '@playwright/test'
import { type SignalEvent, signalEvent } from '@portico/protocol/release/page-event.ts'
import { buildDefective } from '../releases/build-defective.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { startCdn } from '../steps/start-cdn.ts'

interface Defects {
  readonly ways: Readonly<Record<string, () => void>>
  readonly parts: readonly string[]
  show(part: string): void
  navigate(path: string): void
}

declare global {
  var defects: Record<string, Defects>
  var signals: SignalEvent[]
}

/** Causes every defect of a release in turn. Returns what each was reported as. */
const causeAll = (page: Page, release: string, { withParts }: { withParts: boolean }) =>
  page.evaluate(
    async ({ release, withParts }) => {
      const defects = globalThis.defects[release]
      if (defects === undefined) throw new Error(`${release} has not run.`)
      const waitUntilIdle = () => new Promise((resolve) => requestIdleCallback(resolve))
      const cause = async (name: string, act: () => void) => {
        globalThis.signals = []
        const end = performance.now() + 3_000
        act()
        while (globalThis.signals.length === 0 && performance.now() < end) await waitUntilIdle()
        await new Promise((resolve) => setTimeout(resolve, 20)) // some are reported twice
        await waitUntilIdle()
        const owners = globalThis.signals.map((it) => `${it.remote}@${it.release}`)
        return { name, release, owners: [...new Set(owners)] }
      }
      const caused = []
      for (const [name, act] of Object.entries(defects.ways)) caused.push(await cause(name, act))
      if (withParts)
        for (const name of defects.parts) caused.push(await cause(`part ${name}`, () => defects.show(name)))
      return caused
    },
    { release, withParts },
  )

/** Throws what no release has, then a defect of `release`. Returns what was reported. */
const causeOthers = (page: Page, release: string) =>
  page.evaluate(async (release) => {
    globalThis.signals = []
    const throwFrom = (...urls: string[]) => {
      const stack = ['Error: x', ...urls.map((url) => `    at f (${url}:1:1)`)].join('\n')
      const error = Object.assign(new Error('x'), { stack })
      dispatchEvent(new ErrorEvent('error', { error }))
      Promise.reject(error)
    }
    const own = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/r/weather/'))?.name
    throwFrom('chrome-extension://abc/a.js', own ?? '')
    throwFrom('moz-extension://abc/a.js', own ?? '')
    throwFrom(document.querySelector<HTMLScriptElement>('script[src*="/r/shell/"]')?.src ?? '')
    throwFrom(`${location.origin}/r/weather/9.9.9-0a1b2c3d/a.js`) // not of this page
    dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
    const message = 'ResizeObserver loop completed with undelivered notifications.'
    dispatchEvent(new ErrorEvent('error', { message, filename: location.href }))
    setTimeout(() => {
      throw new Error('a script of the browser')
    })
    Promise.reject('text') // has no place, whoever did it
    setTimeout(() => globalThis.defects[release]?.ways.timer?.())
    while (globalThis.signals.length === 0) await new Promise((resolve) => requestIdleCallback(resolve))
    return globalThis.signals.map((it) => `${it.remote}@${it.release}`)
  }, release)

test('what releases do wrong is attributed to them, and what others do to nobody', async ({
  newSite,
  consoleErrors,
}) => {
  const cdn = await startCdn()
  const { site, openPageAs } = await newSite({ env: { REMOTE_ORIGINS: `maps=${cdn.origin}` } })
  const team = createReleaseTeam(site)
  const publish = async (remote: string, folder: string, ...args: string[]) =>
    expect(
      await team.release(
        'publish',
        remote,
        '--folder',
        folder,
        '--no-browser',
        '--reason',
        'a test',
        ...args,
      ),
    ).toMatchObject({ exitCode: 0 })
  await publish('weather', await buildDefective('weather', { version: '1.0.0', hash: '11111111' }))
  await team.release('start', 'weather', '1.0.0', '--plan', 'now')
  await publish('maps', await buildDefective('maps', { version: '1.0.0', hash: '22222222' }))
  await team.release('start', 'maps', '1.0.0', '--plan', 'now')
  const broken = await buildDefective('maps', { version: '2.0.0', hash: '33333333', breaks: true })
  await publish('maps', broken, '--at', cdn.upload('/next/', broken))
  await team.release('start', 'maps', '2.0.0', '--plan', 'low')
  await team.release('advance', 'maps')

  const page = await openPageAs('signed out')
  consoleErrors.expect(/./)
  await team.assignsVisitor(page.context(), 'in', 'maps')
  await page.addInitScript((type) => {
    globalThis.signals = []
    document.addEventListener(type, (event) => {
      if (event instanceof CustomEvent) globalThis.signals.push(event.detail)
    })
  }, signalEvent)
  await page.route('**/-/health/fails', (route) => route.abort())
  await page.route('**/-/health/hangs', () => {})
  await page.route('**/r/weather/*/remote.js', (route) => route.abort()) // but not of the second attempt
  await page.goto('/weather')
  await page.getByRole('button', { name: 'Retry' }).click()
  const [weather, stable, canary] = ['weather@1.0.0-11111111', 'maps@1.0.0-22222222', 'maps@2.0.0-33333333']
  const rounds = [1, 2, 3]
  const seesHeading = (text: string) => expect(page.getByRole('heading', { name: text })).toBeVisible()
  await seesHeading(weather)
  const caused = []
  for (const _ of rounds) caused.push(...(await causeAll(page, weather, { withParts: true })))
  await page.evaluate((release) => globalThis.defects[release]?.navigate('/maps'), weather)
  await seesHeading(stable)
  for (const _ of rounds)
    caused.push(
      ...(await causeAll(page, stable, { withParts: true })),
      ...(await causeAll(page, canary, { withParts: false })),
      ...(await causeAll(page, weather, { withParts: false })),
    )
  expect(await causeOthers(page, weather)).toEqual([weather])
  const wrong = caused.filter(({ release, owners }) => owners.some((owner) => owner !== release))
  const missed = caused.filter(({ owners }) => owners.length === 0)
  expect(wrong).toEqual([])
  expect(missed.length / caused.length, JSON.stringify(missed)).toBeLessThan(0.01)
  expect(caused.length).toBeGreaterThanOrEqual(500)
})
