import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { root } from '../../system/run-command.ts'

const css = readFileSync(join(root, 'shell/layout/styles/font.css'), 'utf8')
const faces = [...css.matchAll(/@font-face \{([^}]+)\}/g)].map(([, face = '']) => face)
const fallbacks = faces.filter((face) => face.includes('size-adjust'))

/** A descriptor of a face, as a share of the type's size. */
function readPercentage(face: string, descriptor: string): number {
  return Number(new RegExp(`${descriptor}: ([\\d.]+)%`).exec(face)?.[1]) / 100
}

test('the font never replaces a fallback that is already painted', () => {
  const own = faces.filter((face) => face.includes('url('))
  expect(own.map((face) => /font-display: (\w+)/.exec(face)?.[1])).toEqual(['optional', 'optional'])
})

test.each(fallbacks)('a fallback has the ascent and descent of the font: %#', (face) => {
  const file = fileURLToPath(import.meta.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff2'))
  const font = create(readFileSync(file))
  if ('fonts' in font) throw new Error(`${file} contains several fonts.`)
  const size = readPercentage(face, 'size-adjust')
  expect(readPercentage(face, 'ascent-override') * size).toBeCloseTo(font.ascent / font.unitsPerEm, 2)
  expect(readPercentage(face, 'descent-override') * size).toBeCloseTo(-font.descent / font.unitsPerEm, 2)
  expect(readPercentage(face, 'line-gap-override')).toBe(font.lineGap / font.unitsPerEm)
})
