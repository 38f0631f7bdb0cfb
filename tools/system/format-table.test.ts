import { expect, test } from 'vitest'
import { formatTable } from './format-table.ts'

test('columns are as wide as their widest cell, and numbers are right-aligned', () => {
  expect(
    formatTable([
      ['variant', 'ms'],
      ['ours', '9'],
      ['theirs, as it comes', '1200'],
    ]),
  ).toBe(
    [
      'variant              ms',
      '-------------------  ----',
      'ours                    9',
      'theirs, as it comes  1200',
    ].join('\n'),
  )
})
