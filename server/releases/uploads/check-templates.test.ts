import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { expect, test } from 'vitest'
import type { Build } from '../storage/read-builds.ts'
import { checkTemplates } from './check-templates.ts'

const record: ReleaseRecord = {
  schemaVersion: 1,
  remote: 'new',
  team: 'any',
  version: '1.0.0',
  hash: '0a1b2c3d',
  contractVersion: 1,
  federationVersion: '2.0.0',
  exposes: [],
  shared: {},
  global: 'new_0a1b2c3d',
  entry: { file: 'remote.js', integrity: 'sha256-' },
  pages: [],
  files: {},
}
const page = (...nodes: readonly unknown[]) => JSON.stringify({ format: 1, nodes })

/** Checks a remote with these pages. */
function check(texts: Readonly<Record<string, string>>, deadlineMs?: number) {
  const toFile = (file: string) => ({ file, integrity: 'sha256-' })
  const names = Object.keys(texts).map((name) => `prerendered/${name}`)
  const pages = names.map((name) => ({ path: `/${name}`, html: toFile(name), canHydrate: true }))
  const build: Build = {
    kind: 'remote',
    record: { ...record, prerendered: { metadata: toFile('prerendered/metadata.json'), pages } },
  }
  const files = Object.entries({ 'metadata.json': '[]', ...texts }).map(
    ([name, text]) => [`prerendered/${name}`, Buffer.from(text)] as const,
  )
  return checkTemplates(build, new Map(files), deadlineMs)
}

test('pages that this server can render pass', async () => {
  expect(await check({ 'page-0.json': page(['h1', {}, [{ value: 'name' }]]) })).toEqual({
    failure: null,
    warning: null,
  })
})

test('a page that this server can’t render fails with its file, and what to do', async () => {
  const { failure } = await check({ 'page-0.json': page(), 'page-1.json': page({ value: 'shoeSize' }) })
  expect(failure).toEqual({
    message: expect.stringMatching(/^prerendered\/page-1\.json: .*“shoeSize”.* Place: page$/),
    hint: expect.stringContaining('If this site is older than the build, update it.'),
  })
  expect((await check({ 'page-0.json': '<h1>Home</h1>' })).failure?.message).toMatch(
    /^prerendered\/page-0\.json: /,
  )
})

test('pages that an older build has written as HTML pass with a warning', async () => {
  expect(await check({ 'page-0.txt': '<h1>Home</h1>' })).toEqual({
    failure: null,
    warning: { message: expect.stringContaining('browsers will render them'), hint: expect.any(String) },
  })
})

test('a check that takes too long is refused', async () => {
  const { failure } = await check({ 'page-0.json': page('long '.repeat(1_000_000)) }, 0)
  expect(failure?.message).toMatch(/could not be checked within 0 s/)
})

// Each took the main thread seconds to hours, when templates were HTML.
const hostile = [
  '%EE%80%80',
  '\uE000',
  '<p data-filter-rows>',
  '<a ',
  '<label for="',
  '[',
  '{"if":"location","nodes":[',
]

test.each(hostile)('%j, repeated, does not keep the main thread from its work', async (piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  let longestMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  }, 1)
  await check({
    'page-0.json': text,
    'page-1.json': page(text),
    'page-2.json': page(['p', { title: text }, []]),
  })
  clearInterval(timer)
  expect(longestMs).toBeLessThan(5_000)
})
