import { emptyContent, OwnerContentSchema } from '@portico/kit/content/content.ts'
import { writeMark as mark } from '@portico/kit/site/write-mark.ts'
import { fillHtml } from '@portico/kit/testing/fill-html.ts'
import { hostileContent, hostileText, hostileTexts } from '@portico/kit/testing/hostile-content.ts'
import { testSite } from '@portico/kit/testing/test-site.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { escapeHtml } from './rich-text-html.ts'

const home = { tree: hostileContent, parameters: {} }
const project = (name: string) => ({ tree: hostileContent, parameters: { name } })
const values = { site: testSite, year: 2026, publicUrl: 'https://example.com', signInWith: [] }
const fill = (html: string, page = home) => fillHtml(html, { ...values, page })
const within = (name: string, content: string, otherwise = '') =>
  mark(name) + content + mark(':') + otherwise + mark('/')

test('the content of a test is one that a site may have', () => {
  expect(v.parse(OwnerContentSchema, hostileContent)).toEqual(hostileContent)
})

const first = (content: string) => within('?page.featured|3', content)
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

test.each(hostileTexts)('%j stays a text, wherever it is filled in', (text) => {
  const featured = hostileContent.featured.map((card) => ({ ...card, name: text }))
  const page = { tree: { ...hostileContent, featured }, parameters: {} }
  const name = mark('page.featured.0.name')
  const filled = fill(first(`<p title="${name}" aria-label="Tags of ${name}">${name}</p>`), page)
  const escaped = escapeHtml(text)
  expect(filled).toBe(`<p title="${escaped}" aria-label="Tags of ${escaped}">${escaped}</p>`)
  const inUrl = fill(first(`<a href="/projects?tag=${encodeURIComponent(name)}"></a>`), page)
  expect(inUrl).toBe(`<a href="/projects?tag=${escapeHtml(encodeURIComponent(text))}"></a>`)
})

test('lists, their positions and their number follow the content', () => {
  const more = within('*page.others', `<li>${mark('page.others.*.slug')}</li>`)
  expect(fill(more)).toBe('<li>p-5</li><li>p-4</li><li>p-3</li>')
  const isFirst = within('*page.others', within('?page.others.*|first', 'first', 'other'))
  expect(fill(isFirst)).toBe('firstotherother')
  expect(fill(within('?page.featured|2', 'two') + first('three'))).toBe('three')
  const image = `${mark('page.featured.0.image.width')}`
  expect(fill(first(within('?page.featured.0.image', image, 'a cover')))).toBe('800')
  const none = `${mark('page.featured.1.image.width')}`
  expect(fill(first(within('?page.featured.1.image', none, 'a cover')))).toBe('a cover')
})

test('a text becomes HTML', () => {
  expect(
    fill(`<div>${mark('page.story|html')}</div>`, {
      tree: { ...emptyContent, story: [{ kind: 'paragraph', children: ['<b>'] }] },
      parameters: {},
    }),
  ).toBe('<div><p>&lt;b&gt;</p></div>')
})

test('a page that is given the content of another one shows nothing of it', () => {
  expect(fill(`<p>${mark('page.projects.:name.name')}</p>`)).toBe('<p></p>')
  expect(fill(`<p>${mark('page.projects.:name.name')}</p>`, project('p-0'))).toContain('&lt;b&gt;bold')
})

test.each([
  [mark('page.shoeSize'), /derives something/],
  [mark('page.shop.name'), /derives something/],
  [mark('page.featured'), /derives something/],
  [mark('page.story'), /derives something/],
  [mark('page.projects.:name.name|html'), /derives something/],
  [mark('page.featured.0.name'), /without whenOwner/],
  [within('?page.featured|1', mark('page.featured.1.name')), /without whenOwner/],
  [mark('page.projects.:name.link'), /without whenOwner/],
  [mark('page.projects.:name.image.src'), /without whenOwner/],
  [within('?page.projects.:name.image', '', mark('page.projects.:name.image.src')), /without whenOwner/],
  [mark('page.others.*.name'), /without eachOwner/],
  [within('?page.shoeSize', ''), /No value of the owner is named/],
  [within('?page.projects.:name.name', ''), /No value of the owner is named/],
  [within('*page.projects.:name.name', ''), /No value of the owner is named/],
  [`<a href="${mark('page.projects.:name.name')}"></a>`, /as an address/],
  [`<a title="${mark('page.projects.:name.context|html')}"></a>`, /in an attribute/],
  [`<script>${mark('page.projects.:name.name')}</script>`, /in a script or a style/],
])('%j is an error', (html, message) => {
  expect(() => fill(html)).toThrow(message)
})

test('a document shows hostile texts as they are', () => {
  const name = mark('page.featured.0.name')
  const body = parse(fill(first(`<p title="${name}">${name}</p>`)))
  const [paragraph] = body.children
  expect(paragraph?.textContent).toBe(hostileText)
  expect(paragraph?.getAttribute('title')).toBe(hostileText)
  expect(body.children).toHaveLength(1)
})
