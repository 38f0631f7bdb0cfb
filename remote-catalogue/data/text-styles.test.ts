import { applyTextStyle } from '@portico/kit/api/apply-text-style.ts'
import { expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { textStyles } from './text-styles.ts'

const { items = [], sampleText = '' } = getRow('fancy').variants ?? {}

test('every style in the data has an implementation', () => {
  expect(Object.keys(textStyles)).toEqual(items.map(({ value }) => String(value)))
})

test.each(items.map(({ value, name, sample }) => ({ value, name, sample })))(
  'the style $name produces the sample in the data',
  ({ value, sample }) => {
    expect(applyTextStyle(sampleText, textStyles[value] ?? {})).toBe(sample)
  },
)

test('every style transforms text differently', () => {
  const pangram = 'The quick brown fox jumps over the lazy dog 0123456789'
  const texts = items.map(({ value }) => applyTextStyle(pangram, textStyles[value] ?? {}))
  expect(new Set(texts).size).toBe(items.length)
  for (const text of texts) expect(text.isWellFormed()).toBe(true)
})

test('characters without a styled form are kept', () => {
  expect(applyTextStyle('日本 é ß', textStyles[1] ?? {})).toBe('日本 é ß')
})

test('reversing keeps grapheme clusters intact', () => {
  expect(applyTextStyle('a👩‍👩‍👧e\u0301', textStyles[25] ?? {})).toBe('e\u0301👩‍👩‍👧a')
})
