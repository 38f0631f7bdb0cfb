import { expect, type Page } from '@playwright/test'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { test } from '../site/fixtures.ts'
import { createTeamRepository } from './team-repository.ts'

const leave = `function leave() {
  document.body.classList.add('locked')
  document.body.style.overflow = 'hidden'
  document.documentElement.dataset.weather = 'rain'
  document.body.append(document.createElement('aside'))
  setInterval(() => {}, 100)
  addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true })
}`

/** A page with one of each fault. */
const faultyPage = `import { useHost } from '@portico/kit/contract/contract.ts'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { useEffect, useState } from 'react'

const kept: number[][] = []

export function Component() {
  const host = useHost()
  const [isWide, setIsWide] = useState(false)
  useEffect(() => {
    kept.push(Array.from({ length: 100_000 }, (_, index) => index))
    void fetch('/no-such-forecast.json')
    host.measure?.('forecasts', 0, { min: 1 })
    const timer = setTimeout(() => setIsWide(true), 100)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <PageHeader kicker="New" title="Weather" />
      {isWide && <div style={{ blockSize: '600px' }}>Late</div>}
      <Clock />
      <input aria-label="Note" onChange={() => host.setUnsavedChanges?.(true)} />
      <button type="button" onClick={leave}>Leave traces</button>
      <button type="button" onClick={block}>Block</button>
      <div style={{ blockSize: '900px' }}>Rain</div>
    </>
  )
}

function Clock() {
  const [now] = useState(() => new Date())
  return <p>{now.toLocaleString()}</p>
}

${leave}
function block() {
  const start = performance.now()
  while (performance.now() < start + 300);
}
`

/** A page with the last one alone. */
const untidyPage = `import { PageHeader } from '@portico/kit/ui/page-header.tsx'

export function Component() {
  return (
    <>
      <PageHeader kicker="New" title="Weather" />
      <button type="button" onClick={leave}>Leave traces</button>
    </>
  )
}

${leave}`

test('portico test finds what a page leaves behind, renders differently and costs too much, and the shell takes back what it can', async ({
  newSite,
}) => {
  await packKit()
  const { site, openPageAs } = await newSite({})
  const team = createTeamRepository(site)
  await team.create('weather')
  const time = async (what: string, run: () => Promise<string>) => {
    const started = Date.now()
    const output = await run()
    console.log(`${what}: ${Math.round((Date.now() - started) / 1_000)} s`)
    return output
  }
  await time('portico test of a page without a fault', () => team.portico('test'))
  team.write('pages/home/route.tsx', faultyPage)
  const output = await time('portico test of a page with every fault', () =>
    team.portico('test').then(
      () => 'it passed',
      ({ stdout }: { readonly stdout: string }) => stdout,
    ),
  )
  const faults = [
    /hydration: \/weather renders differently .*: Clock \(pages\/home\/route\.tsx:30\), in p: the build has “.+”, the browser “.+”\./,
    /response: \/weather gets 404 for http:\S+\/no-such-forecast\.json\./,
    /signal-measure: \/weather would count .*: its visitors had a measure out of its bounds\./,
    /layout-shift: \/weather shifts by 0\.\d+ while it opens, at most 0\.1 is allowed/,
    /blocking: “Block” on \/weather blocks the browser for \d+ ms, at most 200 ms is allowed\./,
    /leftovers: setInterval \(pages\/home\/route\.tsx:\d+\) stays after \/weather has been left\./,
    /leftovers: keydown on window \(pages\/home\/route\.tsx:\d+\) stays/,
    /leftovers: \/weather makes the memory grow by \d+\.\d MB over 20 visits/,
  ]
  expect(
    faults.filter((fault) => !fault.test(output)),
    output,
  ).toEqual([])

  team.write('pages/home/route.tsx', untidyPage)
  await team.portico('publish')
  await team.portico('start', '1.0.0', '--plan', 'now')
  const page = await openPageAs('signed out')
  await page.goto('/weather')
  await page.getByRole('button', { name: 'Leave traces' }).click()
  await expect
    .poll(() => readTraces(page))
    .toEqual({ classes: 'locked', overflow: 'hidden', html: 'rain', elements: 1 })
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toHaveCount(0)
  await expect.poll(() => readTraces(page)).toEqual({ classes: '', overflow: '', html: null, elements: 0 })
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  team.remove()
})

function readTraces(page: Page) {
  return page.evaluate(() => ({
    classes: document.body.className,
    overflow: document.body.style.overflow,
    html: document.documentElement.getAttribute('data-weather'),
    elements: document.querySelectorAll('body > aside').length,
  }))
}
