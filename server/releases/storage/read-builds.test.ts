import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeRemote, writeShell } from '../../testing/builds.ts'
import { readBuilds } from './read-builds.ts'

let dist = ''
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'portico-dist-'))
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

test('every folder with a record is a build', () => {
  const [shell, remote] = [writeShell(dist), writeRemote(dist, 'new')]
  mkdirSync(join(dist, 'unfinished'))
  writeFileSync(join(dist, 'notes.txt'), '')
  expect(readBuilds(dist)).toEqual([
    { kind: 'remote', record: remote },
    { kind: 'shell', record: shell },
  ])
})

test.each(['', 'no-such-folder'])('a folder without a shell is rejected with what to do (%j)', (folder) => {
  expect(() => readBuilds(join(dist, folder))).toThrow(
    `There is no built shell in ${join(dist, folder)}. Run \`npm run build\` first.`,
  )
})

test.each([
  { field: 'hash', changes: { hash: 'latest' }, message: 'hash: expected eight hexadecimal digits' },
  {
    field: 'entry',
    changes: { entry: { file: '../up.js', integrity: 'sha256-' } },
    message: 'entry.file: expected a relative',
  },
  { field: 'pages', changes: { pages: [{ path: 'new' }] }, message: 'pages.0.path: expected a path such as' },
  {
    field: 'remote',
    changes: { remote: 'other' },
    message: 'remote: expected "new" (the name of its folder), got "other"',
  },
  { field: 'remote', changes: { remote: '../../other' }, message: 'remote: expected lower-case letters' },
])('an invalid $field is rejected with the file and the field', ({ changes, message }) => {
  writeShell(dist)
  const record = writeRemote(dist, 'new')
  const file = join(dist, 'new/release.json')
  writeFileSync(file, JSON.stringify({ ...record, ...changes }))
  expect(() => readBuilds(dist)).toThrow(`${file}: ${message}`)
  expect(() => readBuilds(dist)).toThrow('Build again with `npm run build`.')
})

test.each(['', '{"schemaVersion":1,', 'null', '[]'])(
  'a record that contains %j is rejected and its file is named',
  (text) => {
    writeShell(dist)
    writeRemote(dist, 'new')
    const file = join(dist, 'new/release.json')
    writeFileSync(file, text)
    expect(() => readBuilds(dist)).toThrow(`${file}: `)
    expect(() => readBuilds(dist)).toThrow(expect.objectContaining({ name: 'InvalidBuildError' }))
  },
)
