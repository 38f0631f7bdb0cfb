import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** Builds a remote whose page has this source. Resolves with the errors. */
async function build(source: string): Promise<string> {
  const folder = join(root, 'pages/home')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'page.css'), '.page { color: red }')
  writeFileSync(join(folder, 'route.tsx'), source)
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
