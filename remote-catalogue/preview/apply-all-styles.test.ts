import { expect, test } from 'vitest'
import { rowOf } from '../testing/get-row.ts'
import { inEveryStyle } from './apply-all-styles.ts'

test('one text is shown in all forty styles', () => {
  const styled = inEveryStyle(rowOf('fancy'), 'Hello')
  expect(styled).toHaveLength(40)
  expect(styled[0]).toEqual({ value: 1, name: 'Bold serif', text: '𝐇𝐞𝐥𝐥𝐨' })
})

test('a row without letter styles shows none', () => {
  expect(inEveryStyle(rowOf('rgb'), 'Hello')).toEqual([])
  expect(inEveryStyle(rowOf('apk'), 'Hello')).toEqual([])
})
