import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRsbuild } from '@rsbuild/core'
import { expect, test } from 'vitest'
import { createEnvironment } from './create-environment.ts'

const files = {
  'short.mp4': Buffer.alloc(3_000),
  'long.mp4': Buffer.alloc(300_000),
  'sound.mp3': Buffer.alloc(3_000),
  'terms.pdf': Buffer.alloc(3_000),
  'icons.ttf': Buffer.alloc(3_000),
  'words.txt': 'words',
}

test('media, fonts and data of any size are files of the release, because the site’s policy blocks `data:`', async () => {
  const root = mkdtempSync(join(tmpdir(), 'portico-media-'))
  const folder = join(root, 'pages/home')
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const addresses = Object.keys(files).map((name) => `new URL('./${name}', import.meta.url).href`)
  writeFileSync(join(folder, 'route.tsx'), `export const Component = () => [${addresses}].join()`)
  writeFileSync(
    join(root, 'remote.ts'),
    "export const load = () => import(/* webpackChunkName: 'home-route-tsx' */ './pages/home/route.tsx')",
  )
  const page = { path: '/weather', access: 'open', title: 'Weather', route: 'home' } as const
  const environment = createEnvironment(
    {
      name: 'weather',
      folder: '.',
      version: '1.0.0',
      hash: '0a1b2c3d',
      prerendered: null,
      manifest: { name: 'weather', team: 'Weather team', contractVersion: 1, pages: [page] },
    },
    { provides: {}, isForVisitors: false },
  )
  const rsbuild = await createRsbuild({
    cwd: root,
    config: { root, mode: 'production', logLevel: 'error', environments: { weather: environment } },
  })
  await (await rsbuild.build()).close()
  const built = readdirSync(join(root, 'dist/weather'), { recursive: true, encoding: 'utf8' })
  for (const name of Object.keys(files)) {
    const [start, ending] = name.split('.')
    expect(built).toContainEqual(expect.stringMatching(new RegExp(`\\b${start}\\.[\\w.]*${ending}$`)))
  }
  rmSync(root, { recursive: true })
})
