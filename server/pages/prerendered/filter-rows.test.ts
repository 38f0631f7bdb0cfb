import { expect, test } from 'vitest'
import { filterRows, removeFilterRows, unfilteredPage } from './filter-rows.ts'

const rows = [
  { text: 'APK by link download app', values: { method: ['GET'], input: ['link'], row: ['apk'] } },
  { text: 'Café "finder" <b> & more', values: { method: ['GET'], input: ['text', 'person'] } },
  { text: 'ChatGPT talk', values: { method: ['POST'], input: ['text'] } },
]
const description = JSON.stringify(rows)
  .replaceAll('&', '&amp;')
  .replaceAll('"', '&quot;')
  .replaceAll('<', '&lt;')
const form = `<form action="/api/x" data-filter-rows="${description}"><input class="i" type="search" name="q"/><select class="s" name="method"><option value="" selected="">Any</option><option value="GET">GET</option><option value="POST">POST</option></select><select name="input"><option value="">Any</option><option value="text">Text</option><option value="link">Link</option></select><span data-filter-count="{shown} of {all} endpoints match."></span></form>`
const table = ['one', 'two', 'three']
  .map((name) => `<tr class="r" data-row="true"><td>${name}<details>More</details></td></tr>`)
  .join('')
const page = `${unfilteredPage}<input type="text" name="q"/>${form}<table><tr><th>Name</th></tr>${table}</table></div>`

const listRows = (html: string) => [...html.matchAll(/data-row="true"><td>(\w+)/g)].map(([, name]) => name)

test.each([
  [{ q: 'apk' }, ['one']],
  [{ q: ' LINK   app ' }, ['one']],
  [{ q: 'cafe' }, ['two']],
  [{ q: '"finder" <b> & MÓRE' }, ['two']],
  [{ q: 'a' }, ['one', 'two', 'three']],
  [{ q: 'nothing of the kind' }, []],
  [{ method: 'POST' }, ['three']],
  [{ input: 'link,text' }, ['one', 'two', 'three']],
  [{ input: 'text', method: 'GET' }, ['two']],
  [{ input: 'text', q: 'talk' }, ['three']],
  [{ method: 'POST,unknown' }, ['three']],
  [{ method: '', q: '' }, ['one', 'two', 'three']],
  [{ row: 'apk' }, ['one']],
  [{ method: 'unknown', row: 'none' }, ['one', 'two', 'three']],
  [{ constructor: 'x', __proto__: 'y' }, ['one', 'two', 'three']],
])('%o leaves %o', (values, names) => {
  const filtered = filterRows(page, values)
  expect(listRows(filtered)).toEqual(names)
  expect(filtered).toContain('<tr><th>Name</th></tr>')
  expect(filtered).not.toContain('data-filter-rows')
})

test('the form keeps what was asked for and says how many rows match', () => {
  const filtered = filterRows(page, { q: '"><script>$&', method: 'GET', input: 'text' })
  expect(filtered).toContain(
    '<input class="i" type="search" name="q" value="&#34;&#62;&#60;script&#62;$&#38;"/>',
  )
  expect(filtered).toContain('<option value="">Any</option><option value="GET" selected="">GET</option>')
  expect(filtered).toContain('<option value="text" selected="">Text</option>')
  expect(filtered).toContain('match.">0 of 3 endpoints match.</span>')
  expect(filtered).toContain('<input type="text" name="q"/>')
  expect(filtered.startsWith('<div data-page data-filtered>')).toBe(true)
})

test('a page that is not filtered has all its rows and no description of them', () => {
  const without = page.replace(/ data-filter-rows="[^"]*"/, '')
  expect(removeFilterRows(page)).toBe(without)
  expect(filterRows(page, {}).startsWith(unfilteredPage)).toBe(true)
  expect(filterRows(page, {})).toContain('match."></span>')
})

test.each([
  ['a page without a form', '<h1>Projects</h1>'],
  ['a description of another number of rows', page.replace(/<tr class.*?<\/tr>/, '')],
  ['a damaged description', page.replace('data-filter-rows="[', 'data-filter-rows="')],
])('%s is left as it is', (_, html) => {
  expect(filterRows(html, { q: 'apk' })).toBe(removeFilterRows(html))
})
