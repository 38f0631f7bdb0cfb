import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getReleaseId, ReleaseRecordSchema } from './release-record.ts'

const integrity = `sha256-${'A'.repeat(43)}=`
const file = { file: 'remote.js', integrity }
const record = {
  schemaVersion: 1,
  remote: 'new',
  team: 'New team',
  version: '1.2.0',
  hash: '0a1b2c3d',
  contractVersion: 1,
  federationVersion: '2.9.2',
  global: 'portico_new_1_2_0_0a1b2c3d',
  entry: file,
  pages: [{ path: '/new', access: 'open', title: 'New', js: [file], css: [] }],
  files: { 'remote.js': { integrity, bytes: 1 }, 'media/a.b_c-d.svg': { integrity, bytes: 0 } },
}

const getErrors = (input: unknown) =>
  (v.safeParse(ReleaseRecordSchema, input).issues ?? []).map((issue) => v.getDotPath(issue))

test('accepts a record that the build wrote', () => {
  expect(v.parse(ReleaseRecordSchema, record)).toEqual(record)
})

test('accepts pages that were prerendered for several visitors, and those of older releases', () => {
  const page = { path: '/new', html: file, canHydrate: true }
  const pages = [page, { ...page, visitor: 'unverified' }, { ...page, path: '/new/:id', address: '/new/one' }]
  const prerendered = { site: '0123456789abcdef', metadata: file, pages }
  expect(v.parse(ReleaseRecordSchema, { ...record, prerendered }).prerendered).toEqual(prerendered)
  const unknown = { ...prerendered, pages: [{ ...page, visitor: 'bot' }] }
  expect(getErrors({ ...record, prerendered: unknown })).toEqual(['prerendered.pages.0.visitor'])
})

test.each([
  '../remote.js',
  'a/../../remote.js',
  '/etc/passwd',
  'a//b.js',
  'a/./b.js',
  '.env',
  'a/.env',
  'a\\b.js',
  'a.js\n',
  'a"b.js',
  '',
])('a file named %j is refused, wherever it stands', (name) => {
  const wrong = { file: name, integrity }
  const faulty = {
    ...record,
    entry: wrong,
    pages: [{ ...record.pages[0], js: [wrong], css: [wrong] }],
    files: { [name]: { integrity, bytes: 1 } },
  }
  expect(getErrors(faulty).slice(0, 3)).toEqual(['entry.file', 'pages.0.js.0.file', 'pages.0.css.0.file'])
  expect(getErrors(faulty)).toHaveLength(4)
})

test.each([
  { field: 'remote', value: '../new' },
  { field: 'remote', value: 'shell' },
  { field: 'version', value: '1.2' },
  { field: 'version', value: '1.2.0/..' },
  { field: 'hash', value: '0A1B2C3D' },
  { field: 'global', value: 'a.b' },
  { field: 'entry.integrity', value: { file: 'remote.js', integrity: 'sha256-AAAA' } },
  { field: 'schemaVersion', value: 2 },
])('names a wrong $field', ({ field, value }) => {
  expect(getErrors({ ...record, [field.split('.')[0] ?? '']: value })).toEqual([field])
})

test('a page of an older release, which names its content, declares none', () => {
  const [page] = v.parse(ReleaseRecordSchema, {
    ...record,
    pages: [{ ...record.pages[0], content: 'home' }],
  }).pages
  expect(page?.content).toBeUndefined()
})

test('accepts the SHA-384 hashes of older releases', () => {
  const entry = { file: 'remote.js', integrity: `sha384-${'A'.repeat(64)}` }
  expect(getErrors({ ...record, entry })).toEqual([])
})

test('a release’s id is its version and its hash', () => {
  expect(getReleaseId(record)).toBe('1.2.0-0a1b2c3d')
})

const entries = (count: number) => Array.from({ length: count }, (_, at) => [`p${at}`, '^1.0.0'])

test.each([
  ['pages', { pages: Array(201).fill({}) }, 'expected at most 200 pages'],
  [
    'pages.0.js',
    { pages: [{ ...record.pages[0], js: Array(51).fill({}) }] },
    'expected at most 50 scripts of a page',
  ],
  ['exposes', { exposes: Array(51).fill(1) }, 'expected at most 50 exposed modules'],
  ['shared', { shared: Object.fromEntries(entries(101)) }, 'expected at most 100 shared packages'],
  ['files', { files: Object.fromEntries(entries(2_001)) }, 'expected at most 2000 files'],
  [
    'prerendered.pages',
    { prerendered: { metadata: file, pages: Array(2_001).fill({}) } },
    'expected at most 2000 prerendered pages',
  ],
])('too many %s are one error, whatever they are', (path, changes, message) => {
  const { issues = [] } = v.safeParse(ReleaseRecordSchema, { ...record, ...changes })
  expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([[path, message]])
})
