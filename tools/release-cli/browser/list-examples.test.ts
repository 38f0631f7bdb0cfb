import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyContent, type OwnerContent } from '@portico/kit/content/content.ts'
import type { ContentSelection } from '@portico/kit/content/content-selection.ts'
import { hostileContent } from '@portico/kit/testing/hostile-content.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listExamples } from './list-examples.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-examples-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const integrity = `sha256-${'A'.repeat(43)}=`

/** The examples of these pages, in a release whose metadata has `addresses` by path. */
function list(
  pages: readonly { path: string; example?: string; content?: ContentSelection }[],
  addresses: readonly (readonly [path: string, address: string])[] = [],
  content?: OwnerContent,
) {
  const file = 'metadata.json'
  const metadata = addresses.map(([path, address]) => ({ path, head: { address } }))
  writeFileSync(join(folder, file), JSON.stringify(metadata))
  const record: ReleaseRecord = {
    schemaVersion: 1,
    remote: 'things',
    team: 'team of things',
    version: '1.1.0',
    hash: '0a1b2c3d',
    contractVersion: 1,
    federationVersion: '2.9.2',
    global: 'portico_things_0a1b2c3d',
    entry: { file: 'remote.js', integrity },
    pages: pages.map((page) => ({ access: 'open', title: page.path, js: [], css: [], ...page })),
    prerendered: { site: '0'.repeat(16), metadata: { file, integrity }, pages: [] },
    files: {},
  }
  const { examples, findings } = listExamples({ folder, record }, content)
  return [...examples.map(({ address }) => address), ...findings.map(({ message }) => message)]
}

test('a page without parameters is opened at its path', () => {
  expect(list([{ path: '/' }, { path: '/things' }])).toEqual(['/', '/things'])
})

test('one with parameters is opened at the first address of its metadata', () => {
  const addresses = [
    ['/things', '/things'],
    ['/things/:id', '/things/one'],
    ['/things/:id', '/things/two'],
  ] as const
  expect(list([{ path: '/things/:id' }], addresses)).toEqual(['/things/one'])
})

test('the example of the manifest comes first', () => {
  const pages = [{ path: '/things/:id', example: '/things/three' }]
  expect(list(pages, [['/things/:id', '/things/one']])).toEqual(['/things/three'])
})

test('without any address, or with one of another page, it is not opened', () => {
  expect(list([{ path: '/docs/*' }, { path: '/things/:id', example: '/things' }])).toEqual([
    '/docs/* was not opened: none of its addresses is known.',
    '/things/:id was not opened: its example /things does not match its path.',
  ])
})

test('one that shows the owner’s content is opened where the site has something for it', () => {
  const pages = [
    { path: '/work/:name', content: { project: { from: 'projects.:name' } } },
    { path: '/start', content: { sample: { from: 'sample' } } },
  ]
  expect(list(pages, [['/work/:name', '/work/a-mark']], hostileContent)).toEqual(['/work/p-0', '/start'])
  expect(list(pages, [], emptyContent)).toEqual([])
})
