import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { writeMark as mark } from '@portico/kit/site/write-mark.ts'
import { markedNextName, markedProfile, nextSlot } from '@portico/protocol/template/marked-site.ts'
import { expect, test } from 'vitest'
import { fillHtml, testOwner } from '../../testing/fill-html.ts'

const { site: testSite } = testOwner
const { location: _, ...homeless } = testSite
const fill = (html: string, site: Site = testSite) => fillHtml(html, { ...testOwner, site })

test.each([
  ['text', `<p>${mark('headline')}, ${mark('headline')}</p>`, '<p>Makes samples, Makes samples</p>'],
  ['a link', `<a href="${mark('social.github')}"></a>`, '<a href="https://github.example/sample"></a>'],
  ['a part of a link', `<a href="tel:${mark('phone')}"></a>`, '<a href="tel:+12025550143"></a>'],
  [
    'a component of a URL',
    `<a href="mailto:a?subject=${encodeURIComponent(`${mark('headline')} & ${mark('birthDate|date')}`)}"></a>`,
    '<a href="mailto:a?subject=Makes%20samples%20%26%203%20Feb%202000"></a>',
  ],
  ['the year', mark('year'), '2026'],
  ['an age', mark('birthDate|age'), '26'],
  ['the digits of a number', mark('phone|digits'), '12025550143'],
  ['a short address', mark('social.github|bare'), 'github.example/sample'],
  ['the sandbox for lack of an API', mark('apiBase|baseUrl'), 'https://example.com/-/sandbox/'],
  ['the site’s address', `<a href="${mark('publicUrl')}"></a>`, '<a href="https://example.com"></a>'],
])('%s is filled in', (_name, html, filled) => {
  expect(fill(html)).toBe(filled)
})

const place = `${mark('?location')}in ${mark('location')}${mark(':')}nowhere${mark('/')}`
const skills = `${mark('*skills')}<li>${mark('skills.*')}</li>${mark(':')}${mark('/')}`

test('a part that depends on a value shows what the owner has', () => {
  expect(fill(place)).toBe('in Sample Town')
  expect(fill(place, homeless)).toBe('nowhere')
  expect(fill(skills)).toBe('<li>Sampling</li><li>Testing</li>')
  expect(fill(skills, { ...testSite, skills: [] })).toBe('')
})

test('a provider of which the site offers none leaves its alternative', () => {
  const html = ['any', 'google', 'github'].map(
    (it) => `${mark(`?signInWith.${it}`)}${it}${mark(':')}no${mark('/')}`,
  )
  expect(fill(html.join(' '))).toBe('any no github')
})

test('a part that the request decides has the escaped value, and no value is searched again', () => {
  const html = `<p>${markedNextName}</p><a href="/up?next=${encodeURIComponent(nextSlot)}" title="${markedProfile.name}">${markedProfile.email}</a>`
  const next = { next: '/a?b="c"&d', name: `<i> ${mark('name')}` }
  const profile: FormattedProfile = {
    username: '',
    name: `"'&<>`,
    email: markedProfile.username,
    verifiedBy: '',
    memberSince: '',
    hasPassword: 'no',
  }
  expect(fillHtml(html, testOwner, { next, profile })).toBe(
    `<p>&lt;i&gt; ${mark('name')}</p><a href="/up?next=%2Fa%3Fb%3D%22c%22%26d" title="&quot;&#x27;&amp;&lt;&gt;">${markedProfile.username}</a>`,
  )
  expect(fillHtml(html, testOwner)).toBe('<p></p><a href="/up?next=" title=""></a>')
})

test('a script or a style stays as it is', () => {
  const html = '<style>a>b{}</style><script type="application/ld+json">{"a":"&lt;"}</script>'
  expect(fill(html)).toBe(html)
})

test.each([
  ['React’s comments', '<p>a<!-- -->b</p><!--$--><i></i><!--/$-->'],
  ['case', '<svg viewBox="0 0 1 1"><linearGradient id="a"></linearGradient><path d="M0 0z"></path></svg>'],
  ['elements without an end', '<p>a<br/>b<img alt="" src="/a.png"/></p>'],
  ['what was escaped', `<p title="&quot;&#x27;&amp;&lt;&gt;">&quot;&#x27;&amp;&lt;&gt;&amp;amp;</p>`],
  ['noscript', '<noscript data-a="b"><p>c</p></noscript>'],
  [
    'forms',
    '<form action="/a"><input id="b" name="b" value="c"/><details class="d"><p>e</p></details></form>',
  ],
])('what depends on nothing is as React has rendered it: %s', (_, html) => {
  expect(fill(html)).toBe(html)
})

test('in a noscript element, a page has no other one', () => {
  expect(fillHtml('<p>a</p><noscript>b</noscript>', testOwner, { isInNoScript: true })).toBe('<p>a</p>b')
})
