import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import { ReleaseErrorsSchema } from '@portico/protocol/rollout/error-api.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { buildRemote } from '../releases/build-remote.ts'
import { writeRelease } from '../releases/write-release.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const route = `import { readForecast } from './forecast.ts'

interface Weather {
  readonly rain?: { readonly mm: number }
}

export function Component() {
  const weather: Weather = {}
  const handleClick = () => {
    console.log(weather.rain!.mm) // click
  }
  const showChart = async () => {
    const { drawChart } = await import('./chart.ts')
    drawChart([])
  }
  return (
    <>
      <h1>Weather</h1>
      <button type="button" onClick={handleClick}>Click</button>
      <button type="button" onClick={() => void readForecast('Bern')}>Promise</button>
      <button type="button" onClick={() => void showChart()}>Chunk</button>
      <button type="button" onClick={startClock}>Timer</button>
    </>
  )
}

function startClock(): void {
  setTimeout(function tick() {
    decodeURIComponent('%') // timer
  }, 3_000)
}
`
const forecast = `export async function readForecast(city: string): Promise<never> {
  await Promise.resolve()
  throw new RangeError(city) // promise
}
`
const chart = `type Point = readonly [x: number, y: number]

export class Chart {
  draw(points: readonly Point[]): number {
    return points[0]![1] // chunk
  }
}

export function drawChart(points: readonly Point[]): number {
  return new Chart().draw(points)
}
`
const broken = `export function Component() {
  const rows = [undefined] as unknown as readonly string[]
  return <h1>{rows.map((row) => row.length)}</h1> // render
}
`
const files = {
  'pages/home/route.tsx': route,
  'pages/home/forecast.ts': forecast,
  'pages/home/chart.ts': chart,
  'pages/broken/route.tsx': broken,
}

/** Where a comment is in the sources. */
function find(comment: string): { readonly file: string; readonly line: number } {
  for (const [file, text] of Object.entries(files)) {
    const line = text.split('\n').findIndex((it) => it.endsWith(`// ${comment}`))
    if (line !== -1) return { file, line: line + 1 }
  }
  throw new Error(`No source has // ${comment}`)
}

const buildWeather = (version: string, hash: string) =>
  buildRemote({
    manifest: {
      name: 'weather',
      team: 'Weather team',
      contractVersion: 2,
      pages: [
        { path: '/weather', access: 'open', title: 'Weather', route: 'home' },
        { path: '/weather/:city', access: 'open', title: 'Broken', route: 'broken' },
      ],
    },
    version,
    hash,
    files,
  })

test('a team sees where its canary throws in visitors’ browsers: file, line and function of the sources', async ({
  newSite,
  consoleErrors,
}, testInfo) => {
  const { site, openPageAs } = await newSite({})
  const team = createReleaseTeam(site)
  const publish = (name: string, folder: string) =>
    team.release('publish', name, '--folder', folder, '--no-browser', '--reason', 'a test')
  const rollOut = async (name: string, version: string) => {
    await team.release('start', name, version, '--plan', 'low')
    await team.release('advance', name, '--to', '90', '--reason', 'a test')
  }
  await publish('weather', await buildWeather('1.0.0', '11111111'))
  await team.release('start', 'weather', '1.0.0', '--plan', 'now')
  await publish('weather', await buildWeather('2.0.0', '22222222'))
  await rollOut('weather', '2.0.0')
  const component = `() => React.createElement('button', { onClick: () => { throw new Error('x') } }, 'Written')`
  const folder = testInfo.outputPath('written')
  writeRelease(folder, join(root, 'dist', 'portfolio'), { component })
  await publish('portfolio', folder)
  await rollOut('portfolio', '99.0.0')
  const page = await openPageAs('signed out')
  for (let arms: unknown[] = []; arms.length < 2; ) {
    await team.assignsVisitor(page.context(), 'in', 'weather')
    const { remotes } = readPageData(await (await page.request.get('/')).text())
    arms = remotes.filter(({ arm }) => arm === 'canary')
  }
  consoleErrors.expect(/TypeError/, /RangeError|Bern/, /URIError|URI malformed/, /x/, /Cannot read/)

  await page.goto('/weather')
  for (const name of ['Click', 'Promise', 'Chunk', 'Timer'])
    await page.getByRole('button', { name, exact: true }).click()
  await test.step('another release opens in the same page before the timer of the first one throws', async () => {
    await page.getByRole('banner').getByRole('link', { name: /home/i }).first().click()
    await page.getByRole('button', { name: 'Written' }).click()
  })
  const readErrors = async (...args: string[]) => {
    const { output } = await team.release('errors', ...args)
    return v.parse(ReleaseErrorsSchema, output).errors
  }
  const click = { type: 'TypeError', page: '/weather', source: { ...find('click'), function: 'handleClick' } }
  const expected = [
    click,
    { type: 'RangeError', page: '/weather', source: { ...find('promise'), function: 'readForecast' } },
    { type: 'TypeError', page: '/weather', source: { ...find('chunk'), function: 'draw' } },
    { type: 'URIError', source: { ...find('timer'), function: 'startClock' } },
  ]
  const expectErrors = (list: readonly Record<string, unknown>[]) =>
    expect
      .poll(() => readErrors('weather', '--release', '2.0.0'))
      .toEqual(expect.arrayContaining(list.map((error) => expect.objectContaining(error))))
  await expectErrors(expected.map((error) => ({ ...error, canary: 1, stable: 0 })))

  await test.step('a page that fails to render, and a release without source maps', async () => {
    await page.goto('/weather/bern')
    await expectErrors([
      { type: 'TypeError', page: '/weather/:city', source: { ...find('render'), function: 'Component' } },
    ])
    expect(await readErrors('portfolio')).toMatchObject([
      { type: 'Error', file: 'remote.js', source: null, page: '/' },
    ])
  })

  await test.step('a later page view counts nothing again, and no source map is served', async () => {
    await page.goto('/weather')
    await page.getByRole('button', { name: 'Click' }).click()
    await page.close()
    const errors = await readErrors('weather')
    expect(errors).toHaveLength(5)
    for (const { remote, release, file, canary } of errors) {
      expect(canary).toBe(1)
      const script = `${getReleaseFolder(remote, release)}${file}`
      expect((await fetch(site.origin + script)).status).toBe(200)
      expect((await fetch(`${site.origin + script}.map`)).status).toBe(404)
    }
    const { output } = await team.release('status', 'weather')
    expect(output).toMatchObject({ rollout: { error: { canary: 1, remote: 'weather' } } })
  })
})
