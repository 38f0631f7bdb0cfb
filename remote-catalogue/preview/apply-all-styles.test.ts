import { expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { applyAllStyles } from './apply-all-styles.ts'

test('one text is shown in all forty styles', () => {
  const styled = applyAllStyles(getRow('fancy'), 'Hello')
  expect(styled).toHaveLength(40)
  expect(styled[0]).toEqual({ value: 1, name: 'Bold serif', text: '𝐇𝐞𝐥𝐥𝐨' })
})

test('a row without text styles shows none', () => {
  expect(applyAllStyles(getRow('rgb'), 'Hello')).toEqual([])
  expect(applyAllStyles(getRow('apk'), 'Hello')).toEqual([])
})
