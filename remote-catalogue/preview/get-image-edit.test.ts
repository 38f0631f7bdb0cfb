import { expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { getImageEdit } from './get-image-edit.ts'

const parseColorName = (name: string) => (name === 'dodgerblue' ? ([30, 144, 255, 1] as const) : null)

test('every image edit has a preview', async () => {
  const page = (await readCatalogue()).find(({ path }) => path === '/api/imageEdit')
  expect(page?.rows.map((row) => [row.code, getImageEdit(row, row.example, parseColorName)])).toEqual(
    page?.rows.map(({ code }) => [
      code,
      { pixels: code === 'image_rescale' ? null : expect.any(Function), scale: expect.any(Number) },
    ]),
  )
})

test('other operations have no image edit', () => {
  for (const code of ['frame_instant', 'fancy', 'color_to_png'])
    expect(getImageEdit(getRow(code), getRow(code).example, parseColorName)).toBeNull()
})

test('invalid values have no preview', () => {
  expect(getImageEdit(getRow('image_brightness'), {}, parseColorName)).toBeNull()
  expect(getImageEdit(getRow('image_brightness'), { brightness: '200' }, parseColorName)).toBeNull()
  expect(getImageEdit(getRow('image_rescale'), { scale: '5' }, parseColorName)).toBeNull()
})

test.each([
  ['dodgerblue', [30, 144, 255, 9]],
  ['#fff', [255, 255, 255, 9]],
])('the colour filter accepts %s', (color, expected) => {
  const pixels = Uint8ClampedArray.of(1, 2, 3, 9)
  getImageEdit(getRow('image_color_filter'), { color, opacity: '255' }, parseColorName)?.pixels?.(pixels)
  expect([...pixels]).toEqual(expected)
})
