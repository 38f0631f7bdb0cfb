import { expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { createExampleRequest } from './example-request.ts'
import { toText, toUrl } from './serialize-request.ts'

const base = 'https://api.example/v1'
const rows = (await readCatalogue()).flatMap(({ rows }) => rows)

test('a GET has code, api and the example values, in this order', () => {
  expect(toUrl(createExampleRequest(getRow('git_clone'), base))).toBe(
    'https://api.example/v1?code=git_clone&api=YOUR_API_KEY&username=octocat&repo=Hello-World&branch=master',
  )
})

test('every example GET sends the values of its row', () => {
  for (const row of rows.filter(({ get }) => get === 'GET')) {
    const { code, api, ...values } = Object.fromEntries(
      new URL(toUrl(createExampleRequest(row, base))).searchParams,
    )
    expect([code, api]).toEqual([row.code, 'YOUR_API_KEY'])
    expect(values).toEqual(row.example)
  }
})

test('values with reserved characters are escaped', () => {
  const row = { ...getRow('googleSearch'), example: { q: 'a&b=c#d é+%' } }
  const url = toUrl(createExampleRequest(row, base))
  expect(url).toBe(`${base}?code=googleSearch&api=YOUR_API_KEY&q=a%26b%3Dc%23d%20%C3%A9%2B%25`)
})

test('every variant has a different request', () => {
  for (const row of rows) {
    const urls = row.variants?.items.map((variant) => toUrl(createExampleRequest(row, base, variant))) ?? []
    expect(new Set(urls).size).toBe(row.variants?.items.length ?? 0)
  }
})

test('a variant changes only its own parameter', () => {
  const row = getRow('rgb')
  const variant = row.variants?.items[380]
  expect(toUrl(createExampleRequest(row, base, variant))).toBe(
    `${base}?code=rgb&api=YOUR_API_KEY&font=381&text=Hello`,
  )
})

test('a variant that is an operation changes code', () => {
  const row = getRow('lyrics')
  const variant = row.variants?.items[1]
  expect(toUrl(createExampleRequest(row, base, variant))).toContain('?code=lyrics_v2&api=')
})

test('the POST has api and its parameters in a JSON body, and no code', () => {
  const request = createExampleRequest(getRow('chatGPT'), base)
  expect(toUrl(request)).toBe(base)
  expect(JSON.parse(request.body ?? '')).toEqual({
    api: 'YOUR_API_KEY',
    text: 'Explain photosynthesis in two sentences.',
    main_id: '',
    last_id: '',
  })
  expect(toText(request)).toMatch(/^POST https:\/\/api\.example\/v1\nContent-Type: application\/json\n\n\{/)
})
