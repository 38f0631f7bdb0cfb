import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { patience } from '@portico/kit/testing/patience.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRemote } from '../build-remote.ts'
import { importFresh } from './import-fresh.ts'
import { listManifestFiles, watchManifest } from './watch-manifest.ts'

const manifest = `import { cities } from './data/cities.ts'
import names from './data/names.json' with { type: 'json' }
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'

export const manifest: RemoteManifest = {
  name: 'weather',
  team: names.team,
  contractVersion: 2,
  pages: cities.map((city) => ({ path: \`/weather/\${city}\`, access: 'open', title: city, route: 'home' })),
}
`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-manifest-'))
  write('package.json', '{ "name": "weather", "version": "1.0.0", "type": "module" }')
  write('package-lock.json', '{ "packages": {} }')
  write('manifest.ts', manifest)
  write('data/cities.ts', "import { first } from '../first.ts'\n\nexport const cities = [first]\n")
  write('data/names.json', '{ "team": "Weather team" }')
  write('first.ts', "export const first: string = 'paris'\n")
  write('pages/home/route.tsx', "import { cities } from '../../data/cities.ts'\n")
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const readPaths = async () => (await readRemote(root, importFresh)).manifest?.pages.map(({ path }) => path)

test('the manifest is read again with everything that it imports', async () => {
  expect(await readPaths()).toEqual(['/weather/paris'])
  write('first.ts', "export const first: string = 'rome'\n")
  expect(await readPaths()).toEqual(['/weather/rome'])
  write('first.ts', "export const first = 'oslo'\nthrow new Error('no city')\n")
  await expect(readPaths()).rejects.toThrow('manifest.ts can’t be loaded: no city')
  write('first.ts', "export const first = 'oslo'\nprocess.exit()\n")
  await expect(readPaths()).rejects.toThrow('manifest.ts can’t be loaded: It ended the process.')
})

describe('watching the manifest', () => {
  const list = () =>
    listManifestFiles(root)
      .map((file) => relative(root, file))
      .toSorted()

  test('includes what it imports, directly or not, but not the pages', () => {
    expect(list()).toEqual(['data/cities.ts', 'data/names.json', 'first.ts', 'manifest.ts'])
  })

  test('reports each change of a file that it depends on, also of one that it imports only now', async () => {
    const onChange = vi.fn()
    onTestFinished(watchManifest(root, onChange))
    const expectChange = async (change: () => void) => {
      onChange.mockClear()
      change()
      await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), patience)
    }
    await expectChange(() => write('data/names.json', '{ "team": "Rain team" }'))
    await expectChange(() => write('package.json', '{ "version": "1.1.0" }'))
    write('new/second.ts', "export const second = 'oslo'\n")
    await expectChange(() => write('first.ts', "export { second as first } from './new/second.ts'\n"))
    await expectChange(() => write('new/second.ts', "export const second = 'rome'\n"))
    await expectChange(() => {
      write('data/new-cities.ts', 'export const cities = []\n') // as editors save
      renameSync(join(root, 'data/new-cities.ts'), join(root, 'data/cities.ts'))
    })
  })
})
