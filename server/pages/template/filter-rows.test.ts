import { compile } from '@portico/protocol/template/compile.ts'
import { fill } from '@portico/protocol/template/fill.ts'
import { readTemplate } from '@portico/protocol/template/read-template.ts'
import { compileTemplate } from '@portico/tools/build/template/compile-template.ts'
import { expect, test } from 'vitest'
import { fillHtml, testOwner } from '../../testing/fill-html.ts'
import { type FilterValues, filterRows as filterParts } from './filter-rows.ts'

const filterRows = (html: string, filter: FilterValues) => fillHtml(html, testOwner, { filter })
const open = (html: string) => fillHtml(html, testOwner)

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
const page = `<div><input type="text" name="q"/>${form}<table><tr><th>Name</th></tr>${table}</table></div>`

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
  expect(filtered.match(/<details open>/g)?.length ?? 0, 'only a single row is open').toBe(
    names.length === 1 ? 1 : 0,
  )
  expect(filtered).toContain('<tr><th>Name</th></tr>')
  expect(filtered).not.toContain('data-filter-rows')
})

test('the only row is open, also if the page was filled in before it is filtered', () => {
  const parts = fill(compile(readTemplate(compileTemplate(page))), { owner: testOwner, form: null })
  const filter = filterParts(parts, { row: 'apk' })
  expect(fill(parts, { filter, form: null }).join('')).toContain('<details open>')
})

test('the form keeps what was asked for and says how many rows match', () => {
  const filtered = filterRows(page, { q: '"><script>$&', method: 'GET', input: 'text' })
  expect(filtered).toContain(
    '<input class="i" type="search" name="q" value="&quot;&gt;&lt;script&gt;$&amp;"/>',
  )
  expect(filtered).toContain('<option value="">Any</option><option value="GET" selected="">GET</option>')
  expect(filtered).toContain('<option value="text" selected="">Text</option>')
  expect(filtered).toContain('<span>0 of 3 endpoints match.</span>')
  expect(filtered).toContain('<input type="text" name="q"/>')
})

test('a page that is not filtered has all its rows, and its fields are empty', () => {
  expect(open(page)).toBe(
    page.replace(/ data-filter-rows="[^"]*"/, '').replace(/ data-filter-count="[^"]*"/, ''),
  )
  expect(listRows(filterRows(page, {}))).toEqual(['one', 'two', 'three'])
  expect(filterRows(page, {})).toContain('name="q" value=""/>')
})

test.each([
  ['without a form', '<h1>Projects</h1>'],
  ['with rows and no description', `<table>${table}</table>`],
])('a page %s is left as it is', (_, html) => {
  expect(filterRows(html, { q: 'apk' })).toBe(html)
})

/** A page whose results are only there while it is filtered, at most two of them. */
const results = ['one', 'two', 'three'].map((name) => `<li data-row="true"><a>${name}</a></li>`).join('')
const only = (outcome: string, html: string, tag = 'p') =>
  `<${tag} class="c" data-filtered-only="${outcome}"${tag === 'ul' ? ' data-filter-limit="2"' : ''}>${html}</${tag}>`
const countText = '<span data-filter-count="{shown} of {all}"></span>'
const plainForm = form.replace(/<span.*span>/, '')
const start = `<div>${plainForm}${only('any', countText)}${only('more', 'The first 2')}${only('none', 'None')}${only('some', results, 'ul')}<p>Cards</p></div>`

const listTexts = (html: string) => [...html.matchAll(/>([^<>]+)<\/(?:a|p|span)>/g)].map(([, text]) => text)

test.each([
  [{ q: 'link' }, ['1 of 3', 'one', 'Cards']],
  [{ q: 'a' }, ['3 of 3', 'The first 2', 'one', 'two', 'Cards']],
  [{ q: 'a', input: 'text' }, ['2 of 3', 'two', 'three', 'Cards']],
  [{ q: 'nothing of the kind' }, ['0 of 3', 'None', 'Cards']],
  [{ q: '   ' }, ['Cards']],
  [{ method: 'unknown' }, ['Cards']],
  [{}, ['Cards']],
])('results that only a filtered page has, for %o, are %o', (values, texts) => {
  const filtered = filterRows(start, values)
  expect(listTexts(filtered.replace(/<form.*<\/form>/s, ''))).toEqual(texts)
})

const escapeValue = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const valued = (...values: string[]) =>
  values.map((value) => only(escapeValue(value), escapeValue(value))).join('') + only('any', 'Show all')

test.each([
  [{ row: 'apk' }, ['row=apk', 'Show all']],
  [{ row: 'apk', method: 'GET' }, ['method=GET', 'row=apk', 'Show all']],
  [{ input: 'text,person' }, ['input=person', 'Show all']],
  [{ q: 'apk' }, []], // there is no field
  [{ row: 'fb' }, []],
  [{ row: 'any' }, []],
  [{ q: 'row=apk' }, []],
  [{ 'a"&b': 'c"&d' }, []],
])('what only a value has, for %o, is %o', (values, texts) => {
  const parts = valued('method=GET', 'row=apk', 'row=fb', 'input=person', 'a"&b=c"&d')
  const page = `<div><div data-filter-rows="${description}"></div>${parts}<table>${table}</table></div>`
  expect(listTexts(filterRows(page, values))).toEqual(texts)
  expect(listTexts(open(page))).toEqual([])
})

test('a search for many words is cut short', () => {
  expect(filterRows(start, { q: `${'a '.repeat(30_000)} nothing` })).toContain('>3 of 3<')
})

test('visitors with a script get a page without its results', () => {
  const plain = open(start)
  expect(plain).toContain('<p>Cards</p>')
  expect(plain).not.toMatch(/data-filter(?:ed-only|-limit|-rows)|data-row/)
  expect(plain.replace(/<form.*<\/form>/s, '')).toBe(`<div><p>Cards</p></div>`)
})

test.each([
  '</form><p data-filtered-only="any">mine</p>',
  '" data-filter-rows="[]',
  '" data-filtered-only="none',
  '<li data-row="true">mine</li>',
  '{shown} {all} $1 $& $`',
  '\\u003cscript\\u003e',
  'a'.repeat(60_000),
  '\u0000\u202e\ud800',
])('a search for markup stays text, and removes and adds nothing else: %#', (q) => {
  const filtered = filterRows(start, { q })
  const [field = ''] = /<input class="i"[^>]*>/.exec(filtered) ?? []
  expect(filtered.replace(field, '')).not.toContain('mine')
  expect(field.match(/"/g)).toHaveLength(8)
  expect(filtered).toContain('>0 of 3<')
  expect(filtered.match(/<p>Cards<\/p>/g)).toHaveLength(1)
})
