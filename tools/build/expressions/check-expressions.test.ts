import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkExpressions } from './check-expressions.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-expressions-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, code: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), code)
}

test('linear expressions pass, as does what no site runs', () => {
  write('server/app.ts', 'export const isPath = (text: string): boolean => /^\\/[a-z]*$/.test(text)')
  write('remote-one/page.tsx', 'export const Page = () => <p>a / b {"a/b".split(/\\//)}</p>')
  for (const file of ['server/app.test.ts', 'server/testing/site.ts', 'server/node_modules/other/index.js'])
    write(file, 'export const trailing = / +$/')
  expect(checkExpressions(root)).toBe(2)
})

test.each([
  ['/ +$/', '/ +$/'],
  ["text.split(/a/).join('').replaceAll(/[ ]*,/g, '')", '/[ ]*,/g'],
  ["new RegExp('a')", "new RegExp('a')"],
  ["RegExp(text, 'g')", "RegExp(text, 'g')"],
  ['text.match(`^a`)', 'text.match(`^a`)'],
  ["text.search('a' + text)", "text.search('a' + text)"],
])('%s is found, with its line', (code, found) => {
  write('tools/one.ts', `// A comment\nexport const one = (text: string) => ${code}`)
  expect(() => checkExpressions(root)).toThrow(`tools/one.ts:2 ${found}\n`)
})

test('every one is named', () => {
  write('shared/one.ts', 'export const all = [/ +$/, /a+$/]')
  write('shell/two.js', 'export const all = [/b+$/]')
  expect(() => checkExpressions(root)).toThrow(
    /one\.ts:1 \/ \+\$\/[\s\S]*one\.ts:1 \/a\+\$\/[\s\S]*two\.js:1 \/b\+\$\//,
  )
})
