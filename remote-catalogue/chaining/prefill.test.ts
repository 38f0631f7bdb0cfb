import { expect, test } from 'vitest'
import { rowOf } from '../testing/get-row.ts'
import { carriedIn, carriedTo } from './prefill.ts'
import type { Target } from './use-chain-targets.ts'

const target: Target = {
  name: 'News article',
  address: '/api/news?row=esana_news',
  parameter: 'news_id',
  members: ['news_id', 'id'],
}
const from = 'News list'

test('a member of the right name goes along, a number as its digits', () => {
  expect(carriedTo(target, { from, name: 'id', value: 98967 })).toEqual({
    carried: { from, values: { news_id: '98967' } },
  })
})

test.each([
  ['title', 'a headline'],
  ['id', ''],
  ['id', null],
  ['id', { id: 1 }],
  ['id', 'x'.repeat(2001)],
  [null, '98967'],
])('%j with %j does not', (name, value) => {
  expect(carriedTo(target, { from, name, value })).toBeNull()
})

test('where no parameter is documented nothing goes along', () => {
  expect(carriedTo({ ...target, parameter: null }, { from, name: 'id', value: '1' })).toBeNull()
})

test('a row takes what is its own, and nothing of another form', () => {
  const row = rowOf('esana_news')
  const values = { news_id: '98967', api: 'k', __proto__: 'x' }
  expect(carriedIn({ carried: { from, values } }, row)).toEqual({ from, values: { news_id: '98967' } })
  expect(carriedIn({ carried: { from, values: { api: 'k' } } }, row)).toBeNull()
  expect(carriedIn({ carried: { from, values: { news_id: 1 } } }, row)).toBeNull()
  expect(carriedIn(null, row)).toBeNull()
})
