import { emptyContent, OwnerContentSchema } from '@portico/kit/content/content.ts'
import { pageContentNames } from '@portico/kit/content/page-content-names.ts'
import { getPageContent, listPageContents, pageContents } from '@portico/kit/content/page-contents.ts'
import { writeMark as mark } from '@portico/kit/site/write-mark.ts'
import { fillHtml } from '@portico/kit/testing/fill-html.ts'
import { testSite } from '@portico/kit/testing/host.tsx'
import { hostileContent, hostileText, hostileTexts } from '@portico/kit/testing/hostile-content.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { escapeHtml } from './rich-text-html.ts'

const home = getPageContent('home', hostileContent) ?? undefined
const project = (name: string) => getPageContent('project', hostileContent, { name }) ?? undefined
const values = { site: testSite, year: 2026, publicUrl: 'https://example.com', signInWith: [] }
const fill = (html: string, page = home) => fillHtml(html, { ...values, page })
const within = (name: string, content: string, otherwise = '') =>
  mark(name) + content + mark(':') + otherwise + mark('/')

test('the content of a test is one that a site may have', () => {
  expect(v.parse(OwnerContentSchema, hostileContent)).toEqual(hostileContent)
  for (const name of pageContentNames)
    for (const { value } of listPageContents(name, hostileContent))
      expect(v.parse(pageContents[name].schema, value), name).toEqual(value)
})

const first = (content: string) => within('?page.home.featured|3', content)
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

test.each(hostileTexts)('%j stays a text, wherever it is filled in', (text) => {
  const content = {
    ...hostileContent,
    projects: hostileContent.projects.map((one) => ({ ...one, name: text })),
  }
  const page = getPageContent('home', content) ?? undefined
  const name = mark('page.home.featured.0.name')
  const filled = fill(first(`<p title="${name}" aria-label="Tags of ${name}">${name}</p>`), page)
  const escaped = escapeHtml(text)
  expect(filled).toBe(`<p title="${escaped}" aria-label="Tags of ${escaped}">${escaped}</p>`)
  const inUrl = fill(first(`<a href="/projects?tag=${encodeURIComponent(name)}"></a>`), page)
  expect(inUrl).toBe(`<a href="/projects?tag=${escapeHtml(encodeURIComponent(text))}"></a>`)
})

test('lists, their positions and their number follow the content', () => {
  const more = within('*page.home.more', `<li>${mark('page.home.more.*.slug')}</li>`)
  expect(fill(more)).toBe('<li>p-5</li><li>p-4</li><li>p-3</li>')
  const isFirst = within('*page.home.more', within('?page.home.more.*|first', 'first', 'other'))
  expect(fill(isFirst)).toBe('firstotherother')
  expect(fill(within('?page.home.featured|2', 'two') + first('three'))).toBe('three')
  const image = `${mark('page.home.featured.0.image.width')}`
  expect(fill(first(within('?page.home.featured.0.image', image, 'a cover')))).toBe('800')
  const none = `${mark('page.home.featured.1.image.width')}`
  expect(fill(first(within('?page.home.featured.1.image', none, 'a cover')))).toBe('a cover')
})

test('a text becomes HTML', () => {
  expect(
    fill(
      `<div>${mark('page.about.story|html')}</div>`,
      getPageContent('about', { ...emptyContent, story: [{ kind: 'paragraph', children: ['<b>'] }] }) ??
        undefined,
    ),
  ).toBe('<div><p>&lt;b&gt;</p></div>')
})

test('a page that is given the content of another one shows nothing of it', () => {
  expect(fill(`<p>${mark('page.project.name')}</p>`)).toBe('<p></p>')
  expect(fill(`<p>${mark('page.project.name')}</p>`, project('p-0'))).toContain('&lt;b&gt;bold')
})

test.each([
  [mark('page.home.shoeSize'), /derives something/],
  [mark('page.shop.name'), /derives something/],
  [mark('page.home.featured'), /derives something/],
  [mark('page.about.story'), /derives something/],
  [mark('page.project.name|html'), /derives something/],
  [mark('page.home.featured.0.name'), /without whenOwner/],
  [within('?page.home.featured|1', mark('page.home.featured.1.name')), /without whenOwner/],
  [mark('page.project.link'), /without whenOwner/],
  [mark('page.project.image.src'), /without whenOwner/],
  [within('?page.project.image', '', mark('page.project.image.src')), /without whenOwner/],
  [mark('page.home.more.*.name'), /without eachOwner/],
  [within('?page.home.shoeSize', ''), /No value of the owner is named/],
  [within('?page.project.name', ''), /No value of the owner is named/],
  [within('*page.project.name', ''), /No value of the owner is named/],
  [`<a href="${mark('page.project.name')}"></a>`, /as an address/],
  [`<a title="${mark('page.project.context|html')}"></a>`, /in an attribute/],
  [`<script>${mark('page.project.name')}</script>`, /in a script or a style/],
])('%j is an error', (html, message) => {
  expect(() => fill(html)).toThrow(message)
})

test('a document shows hostile texts as they are', () => {
  const name = mark('page.home.featured.0.name')
  const body = parse(fill(first(`<p title="${name}">${name}</p>`)))
  const [paragraph] = body.children
  expect(paragraph?.textContent).toBe(hostileText)
  expect(paragraph?.getAttribute('title')).toBe(hostileText)
  expect(body.children).toHaveLength(1)
})
