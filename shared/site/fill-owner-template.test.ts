import { expect, test } from 'vitest'
import { testSite } from '../testing/host.tsx'
import { fillOwnerHtml, fillOwnerJson } from './fill-owner-template.ts'
import { writeMark as mark } from './owner-marks.ts'
import type { Site } from './site.ts'

const { location: _, ...homeless } = testSite
const fill = (html: string, site: Site = testSite) =>
  fillOwnerHtml(html, { site, year: 2026, publicUrl: 'https://example.com', signInWith: ['github'] })

test.each([
  ['text', `<p>${mark('headline')}, ${mark('headline')}</p>`, '<p>Makes samples, Makes samples</p>'],
  ['a link', `<a href="${mark('social.github')}">`, '<a href="https://github.example/sample">'],
  ['a part of a link', `<a href="tel:${mark('phone')}">`, '<a href="tel:+12025550143">'],
  [
    'a component of a URL',
    `<a href="mailto:a?subject=${encodeURIComponent(`${mark('headline')} & ${mark('birthDate|date')}`)}">`,
    '<a href="mailto:a?subject=Makes%20samples%20%26%203%20Feb%202000">',
  ],
  ['the year', mark('year'), '2026'],
  ['an age', mark('birthDate|age'), '26'],
  ['the digits of a number', mark('phone|digits'), '12025550143'],
  ['a short address', mark('social.github|bare'), 'github.example/sample'],
  ['the sandbox for lack of an API', mark('apiBase|baseUrl'), 'https://example.com/-/sandbox/'],
  ['the same in an older release', mark('apiBase|base'), '/-/sandbox/'],
  ['the site’s address', `<a href="${mark('publicUrl')}">`, '<a href="https://example.com">'],
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

test.each([
  [mark('shoeSize'), /derives something from a value of the owner \(“shoeSize”\)/],
  [mark('?shoeSize'), /No value of the owner is named shoeSize/],
  [mark('*name'), /No value of the owner is named name/],
  [mark('location'), /without whenOwner/],
  [`${mark('?location')}${mark(':')}${mark('location')}${mark('/')}`, /without whenOwner/],
  [mark('columns.*.title'), /without eachOwner/],
  [mark('*columns.*.links'), /without eachOwner/],
  [mark('?location'), /has no end/],
  [mark('/'), /has no beginning/],
  ['\uE000name', /was split/],
  [mark('name').slice(1), /was split/],
  [`<a href="${mark('headline')}">`, /uses headline as an address/],
  [`<img alt="" src="${mark('phone')}">`, /uses phone as an address/],
  [`<p style="color:${mark('name')}">`, /in a script or a style/],
  [`<p onclick="a('${mark('name')}')">`, /in a script or a style/],
  [`<style>p{}\n${mark('name')}</style>`, /in a script or a style/],
])('%j is an error', (html, message) => {
  expect(() => fill(html)).toThrow(message)
})

test('a script or a style before a value does not matter', () => {
  expect(fill(`<style>p{}</style><p>${mark('email')}</p>`)).toBe(
    '<style>p{}</style><p>sample@example.com</p>',
  )
})

test('a provider of which the site offers none leaves its alternative', () => {
  const html = ['any', 'google', 'github'].map(
    (it) => `${mark(`?signInWith.${it}`)}${it}${mark(':')}no${mark('/')}`,
  )
  expect(fill(html.join(' '))).toBe('any no github')
})

test('JSON keeps its form, lists every skill and leaves out what the owner doesn’t have', () => {
  const json = {
    a: `“${mark('name')}”`,
    b: [mark('skills.*'), 'more', mark('apiBase')],
    c: { d: mark('location'), e: 1, f: [{ g: null }] },
  }
  expect(fillOwnerJson(json, { site: homeless, year: 2026, publicUrl: '', signInWith: [] })).toEqual({
    a: '“Sample Person”',
    b: ['Sampling', 'Testing', 'more'],
    c: { e: 1, f: [{ g: null }] },
  })
})
