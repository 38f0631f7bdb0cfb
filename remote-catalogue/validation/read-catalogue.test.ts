import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkData } from '../check-data.ts'
import { categories } from '../data/categories.build.ts'
import { readCategoryFiles } from '../data/read-category-files.ts'
import type { Row } from '../data/schema.ts'
import { summarizeCategories } from '../data/summarize-categories.ts'
import { parseCatalogue } from './read-catalogue.ts'

const files = readCategoryFiles()

/** The errors after changing one row of one file. */
function getErrors(file: string, code: string, change: Readonly<Record<string, unknown>>): string {
  const changed = files.map(({ name, data }) => {
    if (name !== file) return { name, data }
    const category = data as { readonly rows: readonly Row[] }
    const rows = category.rows.map((row) => (row.code === code ? { ...row, ...change } : row))
    return { name, data: { ...category, rows } }
  })
  return getErrorsOf(changed)
}

function getErrorsOf(changed: typeof files): string {
  try {
    parseCatalogue(changed)
  } catch (error) {
    return String(error)
  }
  return 'no errors'
}

test('the data is valid', async () => {
  await expect(checkData()).resolves.toBeUndefined()
})

test('adding a category takes one new file, and it is counted and sorted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-categories-'))
  try {
    cpSync(join(import.meta.dirname, '../data/categories'), folder, { recursive: true })
    const [row] = parseCatalogue(files)[0]?.rows ?? []
    const weather = {
      path: '/api/weather',
      order: 15,
      title: 'Weather',
      icon: 'sun',
      summary: 'Look up the weather.',
      rows: [row],
    }
    writeFileSync(join(folder, 'weather.json'), JSON.stringify(weather))
    const extended = readCategoryFiles(folder)
    expect(parseCatalogue(extended).map(({ path }) => path)[1]).toBe('/api/weather')
    const summaries = summarizeCategories(extended)
    expect(summaries).toHaveLength(categories.length + 1)
    expect(summaries[1]).toEqual({
      path: '/api/weather',
      title: 'Weather',
      icon: 'sun',
      summary: 'Look up the weather.',
      count: 1,
      file: 'weather',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a wrong shape is reported with its file and field', () => {
  const download = 'data/categories/download.json: rows.0'
  expect(getErrors('download', 'apk', { output: 'video' })).toContain(`${download}.output: `)
  expect(getErrors('download', 'apk', { status: 'Gone' })).toContain(`${download}.status: `)
  expect(getErrors('download', 'apk', { surprise: 1 })).toContain(`${download}.surprise: `)
  expect(getErrors('download', 'apk', { keywords: 'android,app' })).toContain(`${download}.keywords: `)
  expect(getErrors('rgb', 'rgb', { desc: 'No full stop' })).toContain(
    'data/categories/rgb.json: rows.0.desc: ',
  )
})

test('an example has every required parameter and no other', () => {
  expect(getErrors('download', 'apk', { example: {} })).toContain('rows.0.example: expected pkg')
  expect(getErrors('download', 'apk', { example: { pkg: 'a', x: 'b' } })).toContain('rows.0.example.x: ')
  expect(getErrors('converter', 'color_to_png', { example: { hex: '#fff', rgb: '1,2,3' } })).toContain(
    'rows.0.example: expected exactly one of color, hex, rgb, rgba',
  )
  expect(getErrors('converter', 'color_to_png', { alternatives: { hex: '#fff' } })).toContain(
    'alternatives.rgba: ',
  )
})

test('an example respects the documented bound', () => {
  const example = { img_url: 'https://example.com/a.png', brightness: '200' }
  expect(getErrors('image-edit', 'image_brightness', { example })).toContain('example.brightness: Must be')
  expect(getErrors('image-edit', 'image_hue', { example: { img_url: 'x', hue: '180' } })).toBe('no errors')
})

test('a bound or hint belongs to a parameter of its row', () => {
  const bounds = { hue: { min: 0, max: 1, exclusive: true } }
  expect(getErrors('image-edit', 'image_sepia', { bounds })).toContain('bounds: "hue" is not a parameter')
  expect(getErrors('news', 'esana_news', { hints: { id: 'a number' } })).toContain('bounds: "id" is not a')
  expect(getErrors('education', 'chatGPT', { mayBeEmpty: ['main_id', 'other'] })).toContain(
    'mayBeEmpty: "other" is not a parameter of the row',
  )
})

test('variants differ in a parameter of the row and are numbered from 1', () => {
  const items = [
    { value: 1, name: 'One' },
    { value: 3, name: 'Three' },
  ]
  const errors = getErrors('rgb', 'rgb', { variants: { param: 'size', noun: 'fonts', items } })
  expect(errors).toContain('variants.param: "size" is not a parameter of the row')
  expect(errors).toContain('variants.items: expected the values 1, 2, 3')
})

test('a template group has variants, its own index and the texts that its flag requires', () => {
  const errors = getErrors('text-effect-iv', 'text_effect_iv', {
    group: { id: 'text_effect_iv', index: 1, single: false },
    variants: undefined,
  })
  expect(errors).toContain('variants: expected the variants of the group')
  expect(errors).toContain('need: expected text_1, text_2')
  expect(errors).toContain('group.index: ')
})

test('names and operations are unique in a category', () => {
  const errors = getErrors('download', 'fb', { name: 'APK by package', code: 'apk' })
  expect(errors).toContain('rows: duplicate name "APK by package"')
  expect(errors).toContain('rows: duplicate operation "apk"')
})

test('paths and positions are unique in the catalogue', () => {
  const [first, second, ...others] = files
  if (first === undefined || second === undefined) throw new Error('expected two files')
  const copy = { name: second.name, data: first.data }
  const errors = getErrorsOf([first, copy, ...others])
  expect(errors).toContain('path: another category has')
  expect(errors).toContain('order: another category has')
})

test('referenced operations exist', () => {
  expect(getErrors('download', 'sound_cloud_search', { chainsTo: { nothing: [] } })).toContain(
    'chainsTo: there is no operation "nothing"',
  )
  expect(getErrors('search', 'wikipedia', { alsoIn: undefined })).toContain(
    'data/categories/education.json: seeAlso: /api/search has no "wikipedia"',
  )
})
