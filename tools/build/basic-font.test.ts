import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../system/run-command.ts'
import { basicCharacters, basicFontOptions } from './basic-font.ts'

const css = readFileSync(join(root, 'shell/layout/styles/font.css'), 'utf8')
const faces = [...css.matchAll(/@font-face \{([^}]+)\}/g)].map(([, face = '']) => face)

/** The characters of the face whose file's address ends like this. */
function readCharacters(end: string): Set<number> {
  const face = faces.find((text) => text.includes(`${end}")`)) ?? ''
  const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
  return new Set(
    ranges.flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index)
    }),
  )
}

test('the preloaded font has exactly the characters for which the style sheet uses it', () => {
  const characters = [...basicCharacters].map((character) => character.charCodeAt(0))
  expect(readCharacters('woff2?basic')).toEqual(new Set(characters))
})

test('no text needs the second font for a character that the first one has', () => {
  const second = readCharacters('normal.woff2')
  expect(second.size).toBeGreaterThan(0)
  expect([...readCharacters('woff2?basic')].filter((character) => second.has(character))).toEqual([])
})

/** The values of a property in every style sheet of the site. */
function readValues(property: RegExp): string[] {
  const files = globSync('{shell,shared,remote-*}/**/*.css', { cwd: root, exclude: ['**/node_modules/**'] })
  return files
    .filter((file) => !file.endsWith('font.css'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(property)].map(([, value = '']) => value),
    )
}

test('the preloaded font has every weight of the styles, and the style sheet says so', () => {
  const { min, max } = basicFontOptions.variationAxes.wght
  expect(faces.find((face) => face.includes('?basic'))).toContain(`font-weight: ${min} ${max};`)
  const weights = readValues(/font(?:-weight)?: *(\d{3})\b/g).map(Number)
  expect([Math.min(...weights), Math.max(...weights)]).toEqual([min, max])
})

test('styles use no feature of the font that the preloaded one lacks', () => {
  const used = new Set(readValues(/font-(?:variant|feature|variation)[\w-]*: *([^;]+);/g))
  expect([...used]).toEqual(['tabular-nums'])
  expect(basicFontOptions.keepFeatures).toEqual(expect.arrayContaining(['kern', 'tnum']))
})

test('each file is its own family, and text uses the second after the first', () => {
  const families = ['woff2?basic', 'normal.woff2'].map((end) => {
    const face = faces.find((text) => text.includes(`${end}")`)) ?? ''
    return face.match(/font-family: "?([^";]+)/)?.[1]
  })
  expect(families).toEqual(['Figtree', 'Figtree Extended'])
  const tokens = readFileSync(join(root, 'shell/layout/styles/tokens.css'), 'utf8')
  expect(tokens).toMatch(/--font-sans:\s+Figtree, "Figtree Extended",/)
})
