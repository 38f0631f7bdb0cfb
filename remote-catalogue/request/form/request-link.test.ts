import { expect, test } from 'vitest'
import { getRow } from '../../testing/get-row.ts'
import { hostileTexts } from '../../testing/hostile-texts.ts'
import { createRequestLink, readSharedRequest, type SharedRequest } from './request-link.ts'

const origin = 'https://site.example'

function createLink(code: string, values: SharedRequest['values'], extras: SharedRequest['extras'] = []) {
  const entry = { path: '/api/x', id: code, row: getRow(code), variant: null }
  return createRequestLink(entry, { values, extras }, origin)
}

const read = (link: string | null, code: string) =>
  readSharedRequest(new URL(link ?? '', origin).searchParams, getRow(code))

test.each(hostileTexts)('a link carries a value as it was typed: %j', (text) => {
  const values = { font: '5', text }
  expect(read(createLink('fancy', values), 'fancy')).toEqual({ values, extras: [] })
})

test('a link carries a value that the visitor emptied', () => {
  const link = createLink('color_to_png', { ...getRow('color_to_png').example, color: '', hex: '#fff' })
  expect(read(link, 'color_to_png').values).toMatchObject({ hex: '#fff' })
  expect(
    read(createLink('screenshot', { site: 'https://a.example', width: '' }), 'screenshot').values,
  ).toEqual({ site: 'https://a.example', fullPage: '', width: '', height: '' })
})

test('a link never carries a key or a value of another operation', () => {
  const link = createLink('fancy', { font: '5', text: 'Hi', api: 'secret', code: 'rgb' })
  expect(link).toBe(`${origin}/api/x?row=fancy&value.font=5&value.text=Hi`)
  const query = 'row=fancy&value.api=k&value.code=x&value.__proto__=x&value.q=x&text=x'
  expect(readSharedRequest(new URLSearchParams(query), getRow('fancy'))).toEqual({ values: {}, extras: [] })
})

test('parameters of an undocumented operation are part of its link', () => {
  const extras = [
    { name: 'limit', value: '5' },
    { name: '', value: '' },
    { name: 'api', value: 'secret' },
  ]
  expect(read(createLink('proxy_list', {}, extras), 'proxy_list')).toEqual({
    values: {},
    extras: [{ name: 'limit', value: '5' }],
  })
  const many = new URLSearchParams(Array.from({ length: 50 }, (_, at) => [`value.p${at}`, 'x']))
  expect(readSharedRequest(many, getRow('proxy_list')).extras).toHaveLength(10)
})

test('values about a person are neither shared nor read', () => {
  expect(createLink('truecaller', { number: '+12025550143' })).toBeNull()
  expect(readSharedRequest(new URLSearchParams('value.number=1'), getRow('truecaller')).values).toEqual({})
})

test('links and values have a maximum length', () => {
  expect(createLink('fancy', { font: '5', text: 'a'.repeat(4000) })).toBeNull()
  const query = new URLSearchParams({ 'value.text': 'a'.repeat(2001), 'value.font': '5' })
  expect(readSharedRequest(query, getRow('fancy')).values).toEqual({ font: '5' })
})

test('the index of a group is fixed', () => {
  const row = getRow('text_effect_i')
  expect(readSharedRequest(new URLSearchParams('value.index=9&value.type=2'), row).values).toEqual({
    type: '2',
  })
})
