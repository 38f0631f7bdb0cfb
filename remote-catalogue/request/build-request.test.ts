import { describe, expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { apiKeySymbol, buildRequest, validateExtras, validateRequest } from './build-request.ts'
import { apiKeyMask, serializeRequest, toFetchArguments, toText, toUrl } from './serialize-request.ts'
import { getApiTarget } from './use-api-target.ts'

const base = 'https://api.example/v1'
const rows = (await readCatalogue()).flatMap(({ rows }) => rows)

describe('a request', () => {
  test('a request has code, the key placeholder and the values in the order of the row', () => {
    const row = getRow('image_brightness')
    const { fields } = buildRequest({ row, base, values: { brightness: '40', img_url: 'x' } })
    expect(fields).toEqual([
      { name: 'code', value: 'image_brightness' },
      { name: 'api', value: apiKeySymbol },
      { name: 'img_url', value: 'x' },
      { name: 'brightness', value: '40' },
    ])
  })

  test('a request leaves out empty values and unknown parameters', () => {
    const values = { site: 'https://example.com', width: '', fullPage: 'true', other: 'x' }
    const { fields } = buildRequest({ row: getRow('screenshot'), base, values })
    expect(fields.map(({ name }) => name)).toEqual(['code', 'api', 'site', 'fullPage'])
  })

  test('a request trims numbers but not texts', () => {
    const edit = buildRequest({ row: getRow('image_hue'), base, values: { img_url: ' a ', hue: ' 12.5 ' } })
    expect(edit.fields.slice(2).map(({ value }) => value)).toEqual([' a ', '12.5'])
  })

  test('a request has its extra parameters at the end', () => {
    const extras = [
      { name: ' id ', value: '7' },
      { name: '', value: '' },
      { name: '__proto__', value: 'x' },
    ]
    const request = buildRequest({ row: getRow('proxy_list'), base, values: {}, extras })
    expect(toUrl(serializeRequest(request, 'k'))).toBe(`${base}?code=proxy_list&api=k&id=7&__proto__=x`)
  })

  test('a request extends a base URL that has a query and drops its fragment', () => {
    const request = buildRequest({ row: getRow('playstore'), base: `${base}?v=2#top`, values: { q: 'maps' } })
    expect(toUrl(serializeRequest(request, 'k'))).toBe(`${base}?v=2&code=playstore&api=k&q=maps`)
  })

  test('a request contains no key until it is serialized', () => {
    const request = buildRequest({ row: getRow('apk'), base, values: { pkg: 'a' } })
    expect(toUrl(serializeRequest(request, apiKeyMask))).toBe(`${base}?code=apk&api=********&pkg=a`)
    expect(toUrl(serializeRequest(request, 'my key&x=1'))).toContain('&api=my%20key%26x%3D1&pkg=a')
  })

  test.each(hostileTexts)('a value arrives as it was typed: %j', (text) => {
    const url = toUrl(
      serializeRequest(buildRequest({ row: getRow('googleSearch'), base, values: { q: text } }), 'k'),
    )
    const { searchParams, hash } = new URL(url)
    expect([...searchParams]).toEqual([
      ['code', 'googleSearch'],
      ['api', 'k'],
      ['q', text],
    ])
    expect(hash).toBe('')
  })

  test('a value with a lone surrogate can be serialized', () => {
    const request = buildRequest({ row: getRow('googleSearch'), base, values: { q: 'a\ud83d' } })
    expect(toUrl(serializeRequest(request, 'k'))).toContain('&q=a%EF%BF%BD')
  })
})

describe('the POST', () => {
  const request = buildRequest({ row: getRow('chatGPT'), base, values: { text: hostileTexts.join('\n') } })

  test('the POST sends api and its parameters in a JSON body, with empty ids and without code', () => {
    const [url, init] = toFetchArguments(request, 'k')
    expect(url).toBe(base)
    expect(init).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    expect(JSON.parse(String(init.body))).toEqual({
      api: 'k',
      text: hostileTexts.join('\n'),
      main_id: '',
      last_id: '',
    })
  })

  test('the POST is copied as an HTTP message', () => {
    expect(toText(serializeRequest(request, apiKeyMask))).toMatch(
      /^POST https:\/\/api\.example\/v1\nContent-Type: application\/json\n\n\{\n {2}"api": "\*{8}",/,
    )
  })
})

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

test('without a configured API, requests go to the sandbox', () => {
  expect(getApiTarget(null, 'http://127.0.0.1:3000')).toEqual({
    base: 'http://127.0.0.1:3000/-/sandbox/',
    isSandbox: true,
    demoKeys: { free: 'sandbox-free', paid: 'sandbox-paid' },
  })
  expect(getApiTarget(base, 'http://127.0.0.1:3000')).toEqual({ base, isSandbox: false, demoKeys: null })
})
