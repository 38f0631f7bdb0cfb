import { expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { parseAtOnce, toJsonValue } from '../testing/to-json-value.ts'
import { createPrefill, readPrefill } from './prefill.ts'
import type { ChainTarget } from './use-chain-targets.ts'

const target: ChainTarget = {
  name: 'News article',
  path: '/api/news?row=esana_news',
  parameter: 'news_id',
  properties: ['news_id', 'id'],
}
const from = 'News list'

test('a matching property prefills the parameter, a number as text', () => {
  expect(createPrefill(target, { from, name: 'id', value: toJsonValue(98967) })).toEqual({
    prefill: { from, values: { news_id: '98967' } },
  })
})

test('a long number prefills as it came', () => {
  expect(createPrefill(target, { from, name: 'id', value: parseAtOnce('174322306148984899') })).toEqual({
    prefill: { from, values: { news_id: '174322306148984899' } },
  })
})

test.each([
  ['title', 'a headline'],
  ['id', ''],
  ['id', null],
  ['id', { id: 1 }],
  ['id', 'x'.repeat(2001)],
  [null, '98967'],
])('the property %j with the value %j prefills nothing', (name, value) => {
  expect(createPrefill(target, { from, name, value: toJsonValue(value) })).toBeNull()
})

test('undocumented operations are never prefilled', () => {
  expect(createPrefill({ ...target, parameter: null }, { from, name: 'id', value: '1' })).toBeNull()
})

test('a row accepts only values for its own parameters', () => {
  const row = getRow('esana_news')
  const values = { news_id: '98967', api: 'k', __proto__: 'x' }
  expect(readPrefill({ prefill: { from, values } }, row)).toEqual({ from, values: { news_id: '98967' } })
  expect(readPrefill({ prefill: { from, values: { api: 'k' } } }, row)).toBeNull()
  expect(readPrefill({ prefill: { from, values: { news_id: 1 } } }, row)).toBeNull()
  expect(readPrefill(null, row)).toBeNull()
})
