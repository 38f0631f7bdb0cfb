import { describe, expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { validateExtras, validateRequest } from './validate-request.ts'

const rows = (await readCatalogue()).flatMap(({ rows }) => rows)

describe('validation', () => {
  test('validation accepts every example in the data', () => {
    for (const row of rows) expect(validateRequest(row, row.example), row.name).toEqual([])
  })

  test('validation accepts any text for a text parameter', () => {
    for (const text of hostileTexts) expect(validateRequest(getRow('googleSearch'), { q: text })).toEqual([])
  })

  test('validation reports every invalid parameter', () => {
    expect(validateRequest(getRow('image_HSL'), { img_url: 'x', hue: '180', sat: '-100.1' })).toEqual([
      { names: ['sat'], reason: 'Must be from −100 to 100.' },
      { names: ['lightness'], reason: 'This is required.' },
    ])
  })

  test('validation does not apply the bound of opacity to the colour filter', () => {
    const values = { color: 'red', opacity: '1000', img_url: 'x' }
    expect(validateRequest(getRow('image_color_filter'), values)).toEqual([])
  })

  test('validation accepts a first ChatGPT message without ids', () => {
    expect(validateRequest(getRow('chatGPT'), { text: 'Hello' })).toEqual([])
    expect(validateRequest(getRow('chatGPT'), {})).toHaveLength(1)
  })

  test('validation rejects an extra parameter without a name or with a duplicate name', () => {
    const names = ['q', '', 'api', 'x', ' x ', '']
    const extras = names.map((name, index) => ({ name, value: index === 5 ? '' : 'v' }))
    expect(validateExtras(getRow('playstore'), extras)).toEqual([
      { index: 0, reason: '“q” is already part of the request.' },
      { index: 1, reason: 'Name this parameter.' },
      { index: 2, reason: '“api” is already part of the request.' },
      { index: 4, reason: '“x” is already part of the request.' },
    ])
  })
})
