import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createTestRoot, type TestRoot } from '../testing/create-test-root.ts'
import { commands } from './commands.ts'
import { findRemoteAbove, nameRemote, withOptionalRemote } from './name-remote.ts'
import { nameSite } from './read-kit.ts'

let made: TestRoot | undefined
afterEach(() => made?.remove())

const manifest = "export const manifest = {\n  name: 'weather',\n  team: 'Weather team',\n}"

function name(
  args: readonly string[],
  files: Readonly<Record<string, string>> = { 'manifest.ts': manifest },
) {
  made = createTestRoot(files)
  return nameRemote(args, { commands, root: made.root })
}

test.each([
  { given: ['publish'], used: ['publish', 'weather'] },
  { given: ['start', '1.0.0', '--plan', 'mid'], used: ['start', 'weather', '1.0.0', '--plan', 'mid'] },
  { given: ['start', 'weather', '1.0.0'], used: ['start', 'weather', '1.0.0'] },
  {
    given: ['start', 'catalogue', '1.0.0', '--plan', 'mid'],
    used: ['start', 'catalogue', '1.0.0', '--plan', 'mid'],
  },
  {
    given: ['publish', '--folder', 'dist/x', 'catalogue'],
    used: ['publish', '--folder', 'dist/x', 'catalogue'],
  },
  { given: ['rollback', '1.0.0'], used: ['rollback', 'weather', '1.0.0'] },
  { given: ['publish', '--folder', 'dist/x'], used: ['publish', 'weather', '--folder', 'dist/x'] },
  {
    given: ['rollback', '--reason', 'too', 'late'],
    used: ['rollback', 'weather', '--reason', 'too', 'late'],
  },
  { given: ['rollback', '--reason', 'slow'], used: ['rollback', 'weather', '--reason', 'slow'] },
])('$given is $used in the repository of weather', ({ given, used }) => {
  expect(name(given)).toEqual(used)
})

test.each([['status'], ['create', 'news'], ['diff', '1', '2'], ['fly'], []])(
  '%s is about no remote, or about any',
  (...args) => {
    expect(name(args)).toEqual(args)
  },
)

test('help shows that the name may be left out, and nothing else differs', () => {
  const { publish, status, create } = withOptionalRemote(commands)
  expect(publish?.usage).toMatch(/^publish \[<remote>\] \[--folder/)
  expect([status, create]).toEqual([commands.status, commands.create])
})

test('without a manifest the command line stays as it is', () => {
  expect(name(['publish'], {})).toEqual(['publish'])
})

test('a folder inside a repository is told from the repository and from other folders', () => {
  const dependencies = { '@portico/kit': 'https://ada.example/-/kit/1.0.0-20261125135522-0a1b2c3d.tgz' }
  made = createTestRoot({
    'weather/manifest.ts': manifest,
    'weather/package.json': JSON.stringify({ dependencies }),
    'weather/pages/home/route.tsx': '',
    'other/readme.txt': '',
  })
  const weather = join(made.root, 'weather')
  expect(findRemoteAbove(join(weather, 'pages/home'))).toBe(weather)
  expect(findRemoteAbove(weather)).toBe(undefined)
  expect(findRemoteAbove(join(made.root, 'other'))).toBe(undefined)
})

test.each([
  { RELEASE_URL: undefined, used: 'https://ada.example' },
  { RELEASE_URL: '', used: 'https://ada.example' },
  { RELEASE_URL: 'https://staging.example', used: 'https://staging.example' },
])('with RELEASE_URL=$RELEASE_URL the site is $used', ({ RELEASE_URL, used }) => {
  const dependencies = { '@portico/kit': 'https://ada.example/-/kit/1.0.0-20261125135522-0a1b2c3d.tgz' }
  made = createTestRoot({ 'package.json': JSON.stringify({ dependencies }) })
  expect(nameSite({ RELEASE_URL }, made.root)).toEqual({ RELEASE_URL: used })
})
