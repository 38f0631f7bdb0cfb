import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRsbuild } from '@rsbuild/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEnvironment } from '../create-environment.ts'
import type { App } from '../find-apps.ts'

const page = "import './page.css'\n\nexport const Component = () => null\n"

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-integrity-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const app: App = {
  name: 'weather',
  folder: '.',
  version: '1.0.0',
  hash: '0a1b2c3d',
  prerendered: null,
  manifest: {
    name: 'weather',
    team: 'Weather team',
    contractVersion: 1,
    pages: [{ path: '/weather', access: 'open', title: 'Weather', route: 'home' }],
  },
}

/** Builds a remote whose page has this source, and further files. Resolves with the errors. */
async function build(source: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = join(root, 'pages/home')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'page.css'), '.page { color: red }')
  writeFileSync(join(folder, 'route.tsx'), source)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  const load = "import(/* webpackChunkName: 'home-route-tsx' */ './pages/home/route.tsx')"
  writeFileSync(join(root, 'remote.ts'), `export const load = () => ${load}\n`)
  const environment = createEnvironment(app, { provides: {}, isForVisitors: false })
  const config = {
    root,
    mode: 'production',
    logLevel: 'silent',
    environments: { weather: environment },
  } as const
  const rsbuild = await createRsbuild({ cwd: root, config })
  let errors = ''
  rsbuild.onAfterBuild(({ stats }) => {
    errors = JSON.stringify(stats?.toJson({ all: false, errors: true }).errors)
  })
  const built = rsbuild.build().then(({ close }) => close())
  await built.catch(() => {}) // it only says that there are errors
  return errors
}

test('each chunk of a remote has an integrity hash', async () => {
  expect(await build(page)).toBe('[]')
})

test('an empty file, which the bundler gives none, fails the build, also one of an unfinished save', async () => {
  expect(await build('')).toContain(
    String.raw`pages/home/route.tsx is empty. The script \"home-route-tsx\" would load without an integrity hash.`,
  )
})

const pageWithWorker = `${page}new Worker(new URL('./sum.worker.ts', import.meta.url))\n`

test('a worker and its chunks need none, because no element loads them, and keep the name of their release', async () => {
  const files = {
    'sum.worker.ts': "import('./double.ts').then(({ double }) => postMessage(double(2)))",
    'double.ts': 'export const double = (value) => value * 2',
  }
  expect(await build(pageWithWorker, files)).toBe('[]')
  const release = JSON.parse(readFileSync(join(root, 'dist/weather/release.json'), 'utf8'))
  expect(release.workers).toEqual(['pages_home_double_ts.js', 'pages_home_sum_worker_ts.js'])
  const read = (name: string) => readFileSync(join(root, 'dist/weather', name), 'utf8')
  expect(read('pages_home_double_ts.js')).toContain('portico_weather_1_0_0_0a1b2c3d_chunks')
  expect(read('home-route-tsx.js')).toContain('"/r/weather/1.0.0-0a1b2c3d/"')
})

test('a worker that imports what only pages have fails the build, also where a page imports it, too', async () => {
  const files = { 'sum.worker.ts': "import { version } from 'react'\npostMessage(version)" }
  expect(
    await build(`import { version } from 'react'\nconsole.log(version)\n${pageWithWorker}`, files),
  ).toContain('pages/home/sum.worker.ts imports react, which only pages have')
})
