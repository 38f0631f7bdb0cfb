import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { numberedNames } from './class-names.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-names-'))
  write('remote-any/page.module.css', '.title > .list { color: red } .title { margin: .5rem }')
  write(
    'remote-any/row/row.module.css',
    '.list { animation: turn 1s } @keyframes turn { to { rotate: 1turn } }',
  )
  write('shared/ui/key.module.css', '.title { color: red }')
  write('remote-other/page.module.css', '.title { color: red }')
})

afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const any = { name: 'any', folder: 'remote-any', hash: '0123abcd' }

const all = [
  ['remote-any/page.module.css', 'title'],
  ['remote-any/page.module.css', 'list'],
  ['remote-any/row/row.module.css', 'list'],
  ['remote-any/row/row.module.css', 'turn'],
  ['shared/ui/key.module.css', 'title'],
] as const

function namer(app = any) {
  const name = numberedNames(app)
  return ([file, local]: readonly [string, string]) =>
    name({ rootContext: root, resourcePath: join(root, file) }, '', local)
}

test('each class and each keyframes of an app and of the kit has a name of its own', () => {
  const names = all.map(namer())
  expect(new Set(names).size).toBe(all.length)
  for (const name of names) expect(name).toMatch(/^any-0123abcd-[0-9a-z]+$/)
})

test('the names do not depend on who asks first', () => {
  expect(all.toReversed().map(namer()).toReversed()).toEqual(all.map(namer()))
})

test('two releases share no name', () => {
  const other = all.map(namer({ ...any, hash: '4567abcd' }))
  expect(all.map(namer()).filter((name) => other.includes(name))).toEqual([])
})

test('a class of another app ends the build', () => {
  expect(() => namer()(['remote-other/page.module.css', 'title'])).toThrow(/remote-other.*remote-any/)
})
