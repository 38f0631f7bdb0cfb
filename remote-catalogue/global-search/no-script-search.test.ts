import { FilterRowsSchema } from '@portico/kit/contract/row-filter.ts'
import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { categories } from '../data/categories.build.ts'
import { NoScriptSearch } from './no-script-search.tsx'

const { prelude } = await prerender(createElement(NoScriptSearch))
const html = await new Response(prelude).text()
const description = / data-filter-rows="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
const rows = v.parse(v.pipe(v.string(), v.parseJson(), FilterRowsSchema), description)
const links = [...html.matchAll(/<li\b[^>]* data-row="true"><a\b[^>]* href="([^"]*)"/g)].map(
  ([, link]) => link,
)

test('every endpoint has a result that leads to its row, and a description for the server', () => {
  const count = categories.reduce((sum, category) => sum + category.count, 0)
  expect([rows.length, links.length, new Set(links).size]).toEqual([count, count, count])
  for (const { path, count } of categories)
    expect(links.filter((link) => link?.startsWith(`${path}?row=`))).toHaveLength(count)
})

test.each([
  ['wikipedia', '/api/search?row=wikipedia'], // its operation
  ['Rainbow', '/api/attp_i?row=attp_i'], // a variant
  ['Frame', '/api/image_frame?row='], // its category
  ['phone', '/api/information?row=validate_phone_number'], // a parameter
])('an endpoint is found by %s', (word, link) => {
  const found = links.filter((_, at) => rows[at]?.text.includes(word))
  expect(found.some((address) => address?.startsWith(link))).toBe(true)
})
