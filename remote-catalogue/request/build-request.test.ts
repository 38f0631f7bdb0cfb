import { describe, expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { apiKeySymbol, buildRequest } from './build-request.ts'
import { apiKeyMask, serializeRequest, toFetchArguments, toText, toUrl } from './serialize-request.ts'
import { getApiTarget } from './use-api-target.ts'

const base = 'https://api.example/v1'

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

test('without a configured API, requests go to the sandbox', () => {
  expect(getApiTarget(null, 'http://127.0.0.1:3000')).toEqual({
    base: 'http://127.0.0.1:3000/-/sandbox/',
    isSandbox: true,
    demoKeys: { free: 'sandbox-free', paid: 'sandbox-paid' },
  })
  expect(getApiTarget(base, 'http://127.0.0.1:3000')).toEqual({ base, isSandbox: false, demoKeys: null })
})
