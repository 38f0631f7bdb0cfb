import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../system/run-command.ts'
import { getKitId, getSourceTime, toKitId } from './get-kit-id.ts'

const committed = new Date('2026-03-04T05:06:07Z')
const edited = new Date('2026-05-06T07:08:09Z')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-sources-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string, time: Date): void {
  mkdirSync(join(folder, file, '..'), { recursive: true })
  writeFileSync(join(folder, file), text)
  utimesSync(join(folder, file), time, time)
}

function git(...args: string[]): void {
  const date = committed.toISOString()
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  execFileSync('git', [...author, ...args], { cwd: folder, env, stdio: 'pipe' })
}

test('the id is a version of npm that begins with the shell’s, and the kits of one shell are ordered by their age', () => {
  const ids = [
    toKitId('1.2.0-rc.1', committed, 'ffffffff'),
    toKitId('1.2.0', edited, '01234567'),
    toKitId('1.2.1', committed, '00000000'),
    toKitId('1.10.0', committed, '0a1b2c3d'),
  ]
  expect(ids[1]).toBe('1.2.0-20260506070809-01234567')
  const semver = /^\d+\.\d+\.\d+-(?:(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.|$))+$/ // of semver.org
  for (const id of ids) expect(id).toMatch(semver)
  expect(ids.toSorted((a, b) => compareVersions(a, b))).toEqual(ids)
})

/** By the rules of semver.org, for versions with one identifier after the hyphen that is not a number. */
function compareVersions(first: string, second: string): number {
  const parse = (id: string) => /^(\d+)\.(\d+)\.(\d+)-(.+)$/.exec(id)?.slice(1) ?? []
  const [left, right] = [parse(first), parse(second)]
  const at = [0, 1, 2].find((part) => left[part] !== right[part])
  if (at !== undefined) return Number(left[at]) - Number(right[at])
  return (left[3] ?? '') < (right[3] ?? '') ? -1 : 1
}

test('the sources of this repository give the same id twice', () => {
  expect(getKitId(root)).toMatch(/^\d+\.\d+\.\d+-20\d{12}-[0-9a-f]{8}$/)
  expect(getKitId(root)).toBe(getKitId(root))
})

test('the time is that of the commit, whenever the files were checked out', () => {
  write('tools/a.ts', 'a', edited)
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'a')
  write('README.md', 'not a source', new Date())
  expect(getSourceTime(folder, ['tools/a.ts'])).toEqual(committed)
})

test('changes that are not committed have the time of the newest file', () => {
  write('tools/a.ts', 'a', committed)
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'a')
  write('tools/a.ts', 'b', edited)
  expect(getSourceTime(folder, ['tools/a.ts'])).toEqual(edited)
  git('commit', '--quiet', '-a', '-m', 'b')
  write('tools/b.ts', 'new', edited)
  expect(getSourceTime(folder, ['tools/a.ts', 'tools/b.ts'])).toEqual(edited)
})

test('sources without Git have the time of the newest file', () => {
  write('tools/a.ts', 'a', edited)
  write('tools/b.ts', 'b', committed)
  expect(getSourceTime(folder, ['tools/a.ts', 'tools/b.ts'])).toEqual(edited)
})
