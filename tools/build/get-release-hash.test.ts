import { afterEach, expect, test } from 'vitest'
import { createTestRoot, type TestRoot } from '../testing/create-test-root.ts'
import { getReleaseHash } from './get-release-hash.ts'

const sources = {
  'remote-new/remote.ts': 'routes',
  'remote-new/home/home.tsx': 'home',
  'remote-other/remote.ts': 'other',
}
const made: TestRoot[] = []
afterEach(() => {
  for (const { remove } of made.splice(0)) remove()
})

function rootOf(files: Readonly<Record<string, string>>): TestRoot {
  const root = createTestRoot(files)
  made.push(root)
  return root
}

const hashOf = ({ root }: TestRoot) => getReleaseHash(root, 'remote-new')

test('the hash depends on neither the folder nor the order in which the sources were written', () => {
  const reversed = Object.fromEntries(Object.entries(sources).reverse())
  const hash = hashOf(rootOf(sources))
  expect(hash).toMatch(/^[0-9a-f]{8}$/)
  expect(hashOf(rootOf(reversed))).toBe(hash)
})

test.each([
  'remote-new/remote.ts',
  'remote-new/home/home.tsx',
  'remote-new/home/home.module.css',
  'remote-new/data.json',
  'remote-new/package.json',
  'shared/paths.ts',
  'shared/ui/button.tsx',
  'tools/build/bundle-names.ts',
  'rsbuild.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
])('the hash changes with %s', (file) => {
  const root = rootOf(sources)
  const before = hashOf(root)
  root.write(file, 'changed')
  expect(hashOf(root)).not.toBe(before)
})

test.each([
  'remote-new/remote.test.ts',
  'remote-new/home/home.test.tsx',
  'remote-new/remote.fixture.ts',
  'remote-new/testing/render-page.tsx',
  'remote-new/README.md',
  'remote-new/.types/tsbuildinfo',
  'remote-new/node_modules/a/index.js',
  'remote-new/dist/remote.js',
  'shared/paths.test.ts',
  'shared/.types/paths.d.ts',
  'remote-other/remote.ts',
  'shell/main.tsx',
  'server/app.ts',
  'tools/cli/build.ts',
  'README.md',
])('the hash does not change with %s', (file) => {
  const root = rootOf(sources)
  const before = hashOf(root)
  root.write(file, 'changed')
  expect(hashOf(root)).toBe(before)
})

test('the hash changes when a file is renamed or text moves to another file', () => {
  const hashes = [
    { 'remote-new/a.ts': 'ab', 'remote-new/b.ts': 'c' },
    { 'remote-new/a.ts': 'a', 'remote-new/b.ts': 'bc' },
    { 'remote-new/a.ts': 'ab', 'remote-new/c.ts': 'c' },
  ].map((files) => hashOf(rootOf(files)))
  expect(new Set(hashes).size).toBe(3)
})

test('with prerendering, the hash changes with the owner, the site’s colours and the year', () => {
  const { root } = rootOf(sources)
  const prerendered = { siteFile: 'site.config.json', siteText: '{}', tokensText: '', year: 2026 }
  const inputs = [
    null,
    prerendered,
    { ...prerendered, siteText: '{"name":"Ada"}' },
    { ...prerendered, tokensText: ':root {}' },
    { ...prerendered, year: 2027 },
  ]
  const hashes = inputs.map((given) => getReleaseHash(root, 'remote-new', { prerendered: given }))
  expect(new Set(hashes).size).toBe(5)
  expect(
    getReleaseHash(root, 'remote-new', { prerendered: { ...prerendered, siteFile: 'elsewhere.json' } }),
  ).toBe(hashes[1])
})
