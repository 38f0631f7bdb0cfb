import { expect, test } from 'vitest'
import { parseFileName } from './parse-file-name.ts'

test.each([
  ['attachment', null],
  ['attachment; filename=MyFile.zip', 'MyFile.zip'],
  ['attachment; filename="a \\"b\\"; filename=c.txt"', 'a "b"; filename=c.txt'],
  [`attachment; filename=__.xlsx; filename*=UTF-8''%D0%98_28.02.xlsx`, 'И_28.02.xlsx'],
  [`attachment; FileName*=utf-8'en'%e2%82%ac%20rates.csv;filename="EURO.csv"`, '€ rates.csv'],
  ["attachment; filename*=iso-8859-1''%A3.txt", '£.txt'],
  ["attachment; filename*=nonsense''x; filename=y", 'y'],
  ["attachment; filename*=UTF-8''%FF; filename=y", 'y'],
  ['attachment; filename="caf\xc3\xa9.txt"', 'café.txt'],
  ['attachment; filename="caf\xe9.txt"', 'café.txt'],
])('%s names %j', (header, name) => {
  expect(parseFileName(header)).toBe(name)
})
