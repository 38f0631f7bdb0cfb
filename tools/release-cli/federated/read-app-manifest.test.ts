import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestRoot } from '../../testing/create-test-root.ts'
import { readAppManifest } from './read-app-manifest.ts'
import { readFederatedBuild } from './read-federated-build.ts'

const manifest = {
  name: 'shop',
  team: 'Store',
  kind: 'app',
  contractVersion: 2,
  pages: [{ path: '/shop/*', access: 'open', title: 'Shop' }],
}
const { root, remove } = createTestRoot({
  'dist/remoteEntry.js': 'var shop;(()=>{m={"./Cart":()=>1,"./App":()=>2}})()',
  'app.json': JSON.stringify(manifest),
  'federated.json': JSON.stringify({ ...manifest, kind: 'federated' }),
  'other.json': JSON.stringify({ ...manifest, name: 'other' }),
  'text.json': 'pages',
})
afterAll(remove)
const read = (file: string) => readAppManifest(join(root, file), 'shop')

test('the build of a federation plugin becomes the pages of its manifest', () => {
  const names = { remote: 'shop', version: '1.2.0', manifest: read('app.json') }
  expect(readFederatedBuild(join(root, 'dist'), names)).toMatchObject({
    kind: 'app',
    app: './App',
    team: 'Store',
    exposes: ['./Cart', './App'],
    pages: [{ path: '/shop/*', access: 'open', title: 'Shop', js: [], css: [] }],
  })
})

test.each([
  ['federated.json', 'expected "app"'],
  ['other.json', 'is the manifest of other, not of shop'],
  ['text.json', 'is not the manifest of an application'],
  ['missing.json', 'There is no'],
])('%s is refused', (file, message) => {
  expect(() => read(file)).toThrow(message)
})
