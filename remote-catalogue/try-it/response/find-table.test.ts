import { expect, test } from 'vitest'
import { toJsonValue } from '../../testing/to-json-value.ts'
import { findTable } from './find-table.ts'

const list = [{ id: 1 }, { id: 2, title: 'Two' }]

test.each([
  ['a list', list],
  ['a result', { note: 'x', received: { q: 'y' }, result: list }],
  ['the only list of an object', { page: 1, articles: list }],
  ['a list deeper down', { data: { items: list } }],
])('%s is a table with the columns of all its rows', (_what, value) => {
  expect(findTable(toJsonValue(value))).toEqual({ columns: ['id', 'title'], rows: toJsonValue(list) })
})

test('a flat object is a table of its properties', () => {
  expect(findTable(toJsonValue({ sandbox: 'computed', result: { text: 'Hi', font: 5 } }))).toEqual({
    columns: [],
    rows: [toJsonValue({ text: 'Hi', font: 5 })],
  })
})

test.each([
  ['nothing', null],
  ['a text', 'x'],
  ['an empty list', []],
  ['a mixed list', [{ id: 1 }, 2]],
  ['two lists', { a: list, b: list }],
  ['a nested object', { a: { b: { c: 1 } } }],
  ['more columns than fit', [Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`p${at}`, at]))]],
])('%s is no table', (_what, value) => {
  expect(findTable(toJsonValue(value))).toBeNull()
})
