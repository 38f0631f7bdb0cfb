import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeFunction, describePosition } from './source-position.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-sources-'))
  writeFileSync(join(folder, 'home.js'), 'first\nlet x;function a(){return 1}')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** As if the script's second line were made of the third line of a component. */
function writeMap() {
  const map = {
    version: 3,
    file: 'home.js',
    sources: ['webpack://weather/./pages/home/route.tsx'],
    x_portico_functions: [[[3, 5, 'Clock']]],
    names: [],
    mappings: ';AAEA',
  }
  writeFileSync(join(folder, 'home.js.map'), JSON.stringify(map))
}

test('a position is that of the source', () => {
  writeMap()
  expect(describePosition(folder, { file: 'home.js', line: 1, column: 6 })).toBe('pages/home/route.tsx:3')
})

test('a component has its name from the source', () => {
  writeMap()
  expect(describeFunction(folder, 'function a(){return 1}')).toBe('Clock (pages/home/route.tsx:3)')
})

test('without a source map, both are those of the script', () => {
  expect(describePosition(folder, { file: 'home.js', line: 1, column: 6 })).toBe('home.js:2:7')
  expect(describeFunction(folder, 'function a(){return 1}')).toBe('home.js')
})

test('a function of another script is no component of the release', () => {
  expect(describeFunction(folder, 'function shell(){}')).toBeNull()
})
