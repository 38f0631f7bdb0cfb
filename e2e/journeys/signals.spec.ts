import { join } from 'node:path'
import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import { root } from '@portico/tools/system/run-command.ts'
import * as v from 'valibot'
import { writeRelease } from '../releases/write-release.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const remote = 'portfolio'

/** A page that loads and renders, with a button for each way in which it is broken nevertheless. */
const component = `() => {
  const { HostContext } = Object.values(scope['@portico/kit/contract/contract.ts'])[0].get()()
  const host = React.useContext(HostContext)
  const buttons = Object.entries({
    'Throw': () => { throw new Error('a click') },
    'Reject': () => { Promise.reject(new Error('a promise')) },
    'Report': () => host.report(new Error('handled')),
    'Fail': () => host.failure('checkout'),
    'Request': () => { fetch('/-/nothing-here') },
    'Measure': () => host.measure('search results', 0, { min: 1 }),
    'Measure well': () => host.measure('search results', 9, { min: 1 }),
    'Block': () => { const end = performance.now() + 900; while (performance.now() < end) {} },
    'Shift': () => { setTimeout(() => { document.querySelector('h1').style.marginTop = '70vh' }, 700) },
  })
  return React.createElement('div', null,
    React.createElement('h1', null, 'Broken'),
    buttons.map(([name, onClick]) => React.createElement('button', { key: name, onClick }, name)),
    React.createElement('p', { style: { height: '50vh', background: 'teal' } }, 'Text that moves'))
}`

test('what a release does to a page that loaded is reported for it, once, and status shows it', async ({
  newSite,
  consoleErrors,
}, testInfo) => {
  const { site, openPageAs } = await newSite({})
  const team = createReleaseTeam(site)
  const folder = testInfo.outputPath('broken')
  writeRelease(folder, join(root, 'dist', remote), { component })
  await team.startsCanary({ name: remote, folder })
  const page = await openPageAs('signed out', { reducedMotion: 'reduce' })
  await team.assignsVisitor(page.context(), 'in', remote)
  consoleErrors.expect(/a click/, /a promise/, /handled/, /checkout failed/, /404/)
  const signals: string[] = []
  const vitals: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== paths.beacon) return
    const report = v.parse(ReportSchema, request.postDataJSON())
    for (const { remote: name, arm, signal } of report.signals ?? []) signals.push(`${name} ${arm} ${signal}`)
    for (const { remote: name, arm, vital } of report.vitals ?? []) vitals.push(`${name} ${arm} ${vital}`)
  })
  const measuring = page.waitForEvent('response', (response) => response.url().includes('/page-vitals.js'))
  await page.goto('/')
  await measuring
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Measure well')
  const expected: string[] = []
  const blocked = `${remote} canary blocked` // a busy machine is blocked before the button does it
  const readSignals = () =>
    signals.filter((signal) => signal !== blocked || expected.includes(blocked)).toSorted()
  for (const [name, signal] of [
    ['Throw', 'error'],
    ['Reject', null],
    ['Report', null],
    ['Fail', 'failure'],
    ['Request', 'request'],
    ['Measure', 'measure'],
    ['Block', 'blocked'],
    ['Shift', 'shift'],
  ] as const) {
    await press(name)
    if (signal !== null) expected.push(`${remote} canary ${signal}`)
    await expect.poll(readSignals, name).toEqual(expected.toSorted())
  }
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const taken = ['inp', 'lcp', 'load'].map((vital) => `${remote} canary ${vital}`)
  await expect.poll(() => vitals.toSorted()).toEqual(taken)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Throw' })).toBeVisible()
  await page.reload() // at once
  await page.close()
  const readStatus = async () => {
    const { output } = await team.release('status', remote)
    return v
      .parse(v.object({ rollout: v.object({ signals: v.array(v.object({ name: v.string() })) }) }), output)
      .rollout.signals.map(({ name }) => name)
  }
  await expect
    .poll(readStatus)
    .toEqual(['error', 'failure', 'request', 'blocked', 'shift', 'measure', 'leave'])
})
