import { expect, test } from 'vitest'
import { checkData } from '../check-data.ts'
import { categories } from '../data/index.ts'
import type { Row } from '../data/schema.ts'
import { type CategoryFile, parseCatalogue, readCatalogue } from './read-catalogue.ts'

const whole = await readCatalogue()

/** The catalogue's files, with one row of one file changed; no `change` leaves the row out. */
function filesWith(file: string, code: string, change: Readonly<Record<string, unknown>>): CategoryFile[] {
  const changed = (row: Row) => (row.code === code ? { ...row, ...change } : row)
  return whole.map((category, index) => {
    const name = categories[index]?.file ?? ''
    return { file: name, data: name === file ? { ...category, rows: category.rows.map(changed) } : category }
  })
}

function faultOf(file: string, code: string, change: Readonly<Record<string, unknown>>): string {
  try {
    parseCatalogue(filesWith(file, code, change))
  } catch (error) {
    return String(error)
  }
  return 'no fault'
}

test('the data is right', async () => {
  await expect(checkData()).resolves.toBeUndefined()
  expect(whole).toHaveLength(18)
})

test('a wrong shape is named by its file and field', () => {
  expect(faultOf('download', 'apk', { output: 'video' })).toContain(
    'data/categories/download.json: rows.0.output: ',
  )
  expect(faultOf('download', 'apk', { status: 'Gone' })).toContain(
    'data/categories/download.json: rows.0.status: ',
  )
  expect(faultOf('download', 'apk', { surprise: 1 })).toContain(
    'data/categories/download.json: rows.0.surprise: ',
  )
  expect(faultOf('rgb', 'rgb', { desc: 'No full stop' })).toContain('data/categories/rgb.json: rows.0.desc: ')
})

test('an example has every required parameter and no foreign one', () => {
  expect(faultOf('download', 'apk', { example: {} })).toContain('rows.0.example: expected pkg')
  expect(faultOf('download', 'apk', { example: { pkg: 'a', x: 'b' } })).toContain('rows.0.example.x: ')
  expect(faultOf('converter', 'color_to_png', { example: { hex: '#fff', rgb: '1,2,3' } })).toContain(
    'rows.0.example: expected exactly one of color, hex, rgb, rgba',
  )
  expect(faultOf('converter', 'color_to_png', { alternatives: { hex: '#fff' } })).toContain(
    'alternatives.rgba: ',
  )
})

test('an example keeps the documented bound', () => {
  const example = { img_url: 'https://example.com/a.png', brightness: '200' }
  expect(faultOf('image-edit', 'image_brightness', { example })).toContain(
    'example.brightness: Must be more than −200 and less than 200.',
  )
  expect(faultOf('image-edit', 'image_hue', { example: { img_url: 'x', hue: '180' } })).toBe('no fault')
})

test('a bound or a hint belongs to a parameter of the row', () => {
  expect(
    faultOf('image-edit', 'image_sepia', { bounds: { hue: { min: 0, max: 1, exclusive: true } } }),
  ).toContain('bounds: "hue" is no parameter of the row')
  expect(faultOf('news', 'esana_news', { hints: { id: 'a number' } })).toContain(
    'bounds: "id" is no parameter',
  )
  expect(faultOf('education', 'chatGPT', { mayBeEmpty: 'main_id,other' })).toContain(
    'mayBeEmpty: "other" is no parameter of the row',
  )
})

test('variants differ in a parameter of the row and are numbered from 1', () => {
  const items = [
    { value: 1, name: 'One' },
    { value: 3, name: 'Three' },
  ]
  const variants = { param: 'size', noun: 'fonts', items }
  const fault = faultOf('rgb', 'rgb', { variants })
  expect(fault).toContain('variants.param: "size" is no parameter of the row')
  expect(fault).toContain('variants.items: expected the values 1, 2, 3')
})

test('a group has variants, its own index and the texts of its flag', () => {
  const fault = faultOf('text-effect-iv', 'text_effect_iv', {
    group: { id: 'text_effect_iv', index: 1, single: false },
    variants: undefined,
  })
  expect(fault).toContain('variants: expected the variants of the group')
  expect(fault).toContain('need: expected text_1,text_2')
  expect(fault).toContain('group.index: ')
})

test('a name or an operation is there once', () => {
  const fault = faultOf('download', 'fb', { name: 'APK by package', code: 'apk' })
  expect(fault).toContain('rows: "APK by package" is there twice')
  expect(fault).toContain('rows: "apk" is there twice')
})

test('operations that are named elsewhere exist', () => {
  expect(faultOf('download', 'sound_cloud_search', { feeds: { nothing: [] } })).toContain(
    'feeds: no operation "nothing"',
  )
  expect(faultOf('search', 'wikipedia', { alsoIn: undefined })).toContain(
    'data/categories/education.json: seeAlso: /api/search has no "wikipedia"',
  )
})

test('path and count agree with the index', () => {
  const files = whole.map((category, index) => ({ file: categories[index]?.file ?? '', data: category }))
  const shortened = files.map(({ file, data }) => ({ file, data: { ...data, rows: data.rows.slice(1) } }))
  expect(() => parseCatalogue(shortened)).toThrow('rows: 21, but data/index.ts counts 22')
  const moved = files.map(({ file, data }) => ({ file, data: { ...data, path: '/api/elsewhere' } }))
  expect(() => parseCatalogue(moved)).toThrow('path: expected /api/download, as data/index.ts says')
})
