import { writeMark as mark } from '@portico/kit/site/write-mark.ts'
import { markedNextName, markedProfile, nextSlot } from '@portico/protocol/template/marked-site.ts'
import { expect, test } from 'vitest'
import { compileTemplate } from './compile-template.ts'

const compile = (html: string) => JSON.parse(compileTemplate(html)).nodes
const within = (name: string, content: string, otherwise = '') =>
  mark(name) + content + mark(':') + otherwise + mark('/')

test('HTML becomes a tree without any HTML', () => {
  expect(compile('<p title="a &amp; &quot;b&quot;">c &lt;d&gt;<!-- --><br/></p>')).toEqual([
    ['p', { title: 'a & "b"' }, ['c <d>', { comment: ' ' }, ['br', {}, []]]],
  ])
})

test('marks become values, conditions and loops', () => {
  const url = encodeURIComponent(`${mark('headline')} & more`)
  expect(compile(`<a href="mailto:a?b=${url}">${mark('birthDate|age')}</a>`)).toEqual([
    [
      'a',
      { href: ['mailto:a?b=', { value: 'headline', isUrlPart: true }, '%20%26%20more'] },
      [{ value: 'birthDate|age' }],
    ],
  ])
  expect(compile(within('?location', `in <b>${mark('location')}</b>`, 'nowhere'))).toEqual([
    { if: 'location', nodes: ['in ', ['b', {}, [{ value: 'location' }]]], else: ['nowhere'] },
  ])
  expect(compile(within('*skills', `<li>${mark('skills.*')}</li>`))).toEqual([
    { each: 'skills', nodes: [['li', {}, [{ value: 'skills.*' }]]] },
  ])
  expect(compile(mark('page.story|html'))).toEqual([{ richText: 'page.story' }])
})

test('what a request adds has its place', () => {
  const html = `<a href="/up?next=${encodeURIComponent(nextSlot)}">${markedNextName}</a><input value="${markedProfile.name}"/><template data-slot="page"></template>`
  expect(compile(html)).toEqual([
    ['a', { href: ['/up?next=', { next: true }] }, [{ nextName: true }]],
    ['input', { value: [{ profile: 'name' }] }, []],
    { slot: 'page' },
  ])
})

test('a message goes after its field’s label, or the hint behind that', () => {
  const field = (id: string, hint = '') =>
    `<div><label for="${id}">Label</label>${hint}<input id="${id}" name="name-${id}"/></div>`
  const label = (id: string) => ['label', { for: id }, ['Label']]
  const input = (id: string) => ['input', { id, name: `name-${id}` }, []]
  expect(compile(field('a') + field('b', '<p id="b-hint">Hint</p>'))).toEqual([
    ['div', {}, [label('a'), { errorOf: 'a', name: 'name-a' }, input('a')]],
    [
      'div',
      {},
      [label('b'), ['p', { id: 'b-hint' }, ['Hint']], { errorOf: 'b', name: 'name-b' }, input('b')],
    ],
  ])
  expect(compile('<div id="gone" hidden="" data-result="true">Text</div>')).toEqual([
    { result: 'gone', element: ['div', { id: 'gone', hidden: '', 'data-result': 'true' }, ['Text']] },
  ])
})

const rows = [
  { text: 'One "1"', values: { kind: ['a'] } },
  { text: 'Two', values: {} },
]
const description = JSON.stringify(rows).replaceAll('"', '&quot;')

test('rows carry what they are found by, and the attributes that say so are gone', () => {
  const html = `<form data-filter-rows="${description}"><span data-filter-count="{shown} of {all}"></span></form><ul data-filtered-only="some" data-filter-limit="1"><li data-row="true">1</li><li data-row="true">2</li></ul>`
  const row = (at: number) => ({ row: rows[at], element: ['li', { 'data-row': 'true' }, [String(at + 1)]] })
  expect(JSON.parse(compileTemplate(html))).toEqual({
    format: 1,
    rowLimit: 1,
    nodes: [
      { filterForm: true, element: ['form', {}, [['span', {}, [{ count: '{shown} of {all}' }]]]] },
      { filtered: 'some', element: ['ul', {}, [row(0), row(1)]] },
    ],
  })
})

test.each([
  [mark('?location'), /has no end/],
  [`<p>${mark('?location')}</p>${mark('/')}`, /has no end/],
  [mark('/'), /has no beginning/],
  ['\uE000name', /was split/],
  [mark('name').slice(1), /was split/],
  [`<p title="${within('?location', '')}"></p>`, /uses a part of a page in an attribute \(title\)/],
  [
    `<a title="${mark('page.projects.:name.context|html')}"></a>`,
    /page\.projects\.:name\.context, which becomes HTML, in an attribute/,
  ],
  [encodeURIComponent(nextSlot), /can only pass it on in an address/],
  [
    `<form data-filter-rows="${description}"></form><li data-row="true"></li>`,
    /describes 2 rows .* but has 1/,
  ],
  [mark('shoeSize'), /derives something from a value of the owner \(“shoeSize”\)/],
])('%j fails the build with what is wrong', (html, message) => {
  expect(() => compileTemplate(html)).toThrow(message)
})
