import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listImports } from '../layers/list-imports.ts'
import { root as repository } from '../system/run-command.ts'
import { createTestRoot, type TestRoot } from '../testing/create-test-root.ts'
import { findApps } from './find-apps.ts'
import { getReleaseHash, listInputs } from './get-release-hash.ts'

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
  'shared/kit/paths.ts',
  'shared/kit/ui/button.tsx',
  'shared/protocol/release/release-record.ts',
  'tools/build/bundle-names.ts',
  'rsbuild.config.ts',
  'tsconfig.base.json',
])('the hash changes with %s', (file) => {
  const root = rootOf(sources)
  const before = hashOf(root)
  root.write(file, file.endsWith('.json') ? '{"changed":true}' : 'changed')
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
  'shared/kit/paths.test.ts',
  'shared/kit/.types/paths.d.ts',
  'shared/protocol/command-line/command.ts',
  'shared/protocol/publish/release-api.ts',
  'shared/protocol/rollout/decide.ts',
  'shared/protocol/tokens/token-api.ts',
  'remote-other/remote.ts',
  'shell/main.tsx',
  'console/main.tsx',
  'server/app.ts',
  'tools/cli/build.ts',
  'README.md',
])('the hash does not change with %s', (file) => {
  const root = rootOf(sources)
  const before = hashOf(root)
  root.write(file, 'changed')
  expect(hashOf(root)).toBe(before)
})

test('every module of kit and protocol that a build here imports is an input of it', async () => {
  const apps = await findApps(repository, true)
  const folders = new Map([
    ['@portico/kit', 'shared/kit'],
    ['@portico/protocol', 'shared/protocol'],
  ])
  for (const { folder } of apps) {
    const inputs = listInputs(repository, folder)
    const imported = inputs
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        listImports(file, readFileSync(join(repository, file), 'utf8')).map(({ specifier }) => {
          const [, name = '', path = ''] = /^(@portico\/[^/]+)\/(.*)$/.exec(specifier) ?? []
          if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
          return `${folders.get(name)}/${path}`
        }),
      )
      .filter((file) => /^shared\/.*\.tsx?$/.test(file))
    expect(imported.length).toBeGreaterThan(100)
    expect(imported.filter((file) => !inputs.includes(file))).toEqual([])
  }
})

const json = (value: unknown) => JSON.stringify(value)
const locked = {
  'node_modules/bundler': { version: '2.0.0', integrity: 'sha512-b' },
  'node_modules/parser': { version: '1.0.0', integrity: 'sha512-p', dependencies: { lexer: '1.0.0' } },
  'node_modules/lexer': { version: '1.0.0', integrity: 'sha512-l', peerDependencies: { types: '1' } },
  'node_modules/@portico/kit': { link: true, resolved: 'shared/kit' },
  'node_modules/chart': { version: '3.0.0', integrity: 'sha512-c' },
}
const withPackages = {
  ...sources,
  'package.json': json({ dependencies: { bundler: '2.0.0' }, devDependencies: { tester: '1.0.0' } }),
  'remote-new/package.json': json({ dependencies: { parser: '1.0.0', '@portico/kit': '1.0.0' } }),
  'remote-other/package.json': json({ dependencies: { chart: '3.0.0' } }),
}
const hashWithPackages = (packages: object) => {
  const root = rootOf(withPackages)
  root.write('package-lock.json', json({ packages }))
  return hashOf(root)
}

test.each([
  {
    what: 'its own',
    changes: { 'node_modules/parser': { ...locked['node_modules/parser'], version: '1.0.1' } },
  },
  { what: 'an indirect', changes: { 'node_modules/lexer': { version: '1.0.0', integrity: 'sha512-other' } } },
  {
    what: 'the bundler, a',
    changes: { 'node_modules/bundler': { version: '2.0.1', integrity: 'sha512-n' } },
  },
  {
    what: 'a newly installed peer',
    changes: { 'node_modules/types': { version: '1.0.0', integrity: 'sha512-t' } },
  },
  {
    what: 'its own, which npm now puts elsewhere,',
    changes: { 'remote-new/node_modules/parser': locked['node_modules/parser'] },
  },
])('the hash changes with $what dependency', ({ changes }) => {
  expect(hashWithPackages({ ...locked, ...changes })).not.toBe(hashWithPackages(locked))
})

test.each([
  { what: 'a neighbour’s new dependency', changes: { 'node_modules/map': { version: '1.0.0' } } },
  { what: 'a neighbour’s upgrade', changes: { 'node_modules/chart': { version: '4.0.0' } } },
  {
    what: 'a neighbour’s own version of a package',
    changes: { 'remote-other/node_modules/parser': { version: '2.0.0' } },
  },
  { what: 'a development tool', changes: { 'node_modules/tester': { version: '1.0.0' } } },
  {
    what: 'the program of a platform',
    changes: {
      'node_modules/bundler': {
        ...locked['node_modules/bundler'],
        optionalDependencies: { native: '2.0.0' },
      },
      'node_modules/native': { version: '2.0.0' },
    },
  },
])('the hash does not change with $what', ({ changes }) => {
  expect(hashWithPackages({ ...locked, ...changes })).toBe(hashWithPackages(locked))
})

test('a dependency that the lock file lacks is an error', () => {
  const { 'node_modules/lexer': _, ...incomplete } = locked
  expect(() => hashWithPackages(incomplete)).toThrow(
    'package-lock.json lacks lexer, on which node_modules/parser depends. Run npm install.',
  )
})

test('the hash changes when a file is renamed or text moves to another file', () => {
  const hashes = [
    { 'remote-new/a.ts': 'ab', 'remote-new/b.ts': 'c' },
    { 'remote-new/a.ts': 'a', 'remote-new/b.ts': 'bc' },
    { 'remote-new/a.ts': 'ab', 'remote-new/c.ts': 'c' },
  ].map((files) => hashOf(rootOf(files)))
  expect(new Set(hashes).size).toBe(3)
})

test('with prerendering, the hash changes with the site’s colours', () => {
  const { root } = rootOf(sources)
  const inputs = [null, { tokensText: '' }, { tokensText: ':root {}' }]
  const hashes = inputs.map((given) => getReleaseHash(root, 'remote-new', { prerendered: given }))
  expect(new Set(hashes).size).toBe(3)
})
