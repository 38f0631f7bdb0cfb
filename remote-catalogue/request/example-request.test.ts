import { expect, test } from 'vitest'
import { getRow } from '../testing/get-row.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { createExampleRequest } from './example-request.ts'
import { toText, toUrl } from './write-request.ts'

const base = 'https://provider.example/v1'
const rows = (await readCatalogue()).flatMap(({ rows }) => rows)

test('a GET carries code, api and the example values, in this order', () => {
  expect(toUrl(createExampleRequest(getRow('git_clone'), base))).toBe(
    'https://provider.example/v1?code=git_clone&api=YOUR_API_KEY&username=octocat&repo=Hello-World&branch=master',
  )
})

test('every GET says to the provider what the row says', () => {
  for (const row of rows.filter(({ get }) => get === 'GET')) {
    const { code, api, ...values } = Object.fromEntries(
      new URL(toUrl(createExampleRequest(row, base))).searchParams,
    )
    expect([code, api]).toEqual([row.code, 'YOUR_API_KEY'])
    expect(values).toEqual(row.example)
  }
})

test('values that would end the query early are escaped', () => {
  const row = { ...getRow('googleSearch'), example: { q: 'a&b=c#d é+%' } }
  const url = toUrl(createExampleRequest(row, base))
  expect(url).toBe(`${base}?code=googleSearch&api=YOUR_API_KEY&q=a%26b%3Dc%23d%20%C3%A9%2B%25`)
})

test('every variant has a request of its own that differs from the others', () => {
  for (const row of rows) {
    const urls = row.variants?.items.map((variant) => toUrl(createExampleRequest(row, base, variant))) ?? []
    expect(new Set(urls).size).toBe(row.variants?.items.length ?? 0)
  }
})

test('a variant changes its own parameter and nothing else', () => {
  const row = getRow('rgb')
  const variant = row.variants?.items[380]
  expect(toUrl(createExampleRequest(row, base, variant))).toBe(
    `${base}?code=rgb&api=YOUR_API_KEY&font=381&text=Hello`,
  )
})

test('a variant of an operation changes code', () => {
  const row = getRow('lyrics')
  const variant = row.variants?.items[1]
  expect(toUrl(createExampleRequest(row, base, variant))).toContain('?code=lyrics_v2&api=')
})

test('the POST carries api and its parameters in a JSON body, and no code', () => {
  const request = createExampleRequest(getRow('chatGPT'), base)
  expect(toUrl(request)).toBe(base)
  expect(JSON.parse(request.body ?? '')).toEqual({
    api: 'YOUR_API_KEY',
    text: 'Explain photosynthesis in two sentences.',
    main_id: '',
    last_id: '',
  })
  expect(toText(request)).toMatch(
    /^POST https:\/\/provider\.example\/v1\nContent-Type: application\/json\n\n\{/,
  )
})
