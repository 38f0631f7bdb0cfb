import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SiteSchema } from './site.ts'

const address = 'https://example.com/ada'
const site = {
  name: 'Ada Example',
  headline: 'Builds engines',
  about: 'Writes programs.',
  birthDate: '1990-12-31',
  phone: '+12025550143',
  email: 'ada@example.com',
  social: {
    facebook: address,
    twitter: address,
    github: address,
    whatsapp: address,
    instagram: address,
    youtube: address,
  },
  news: 'The engine turns.',
  columns: [{ title: 'Explore', links: [{ label: 'Work', to: '/projects' }] }],
  skills: [],
  apiBase: null,
}

const getErrors = (changes: object) =>
  (v.safeParse(SiteSchema, { ...site, ...changes }).issues ?? []).map((issue) => v.getDotPath(issue))

test('a site with the required fields alone is valid', () => {
  expect(v.parse(SiteSchema, site)).toEqual(site)
})

test.each([
  { field: 'name', changes: { name: '  ' } },
  { field: 'birthDate', changes: { birthDate: '31.12.1990' } },
  { field: 'phone', changes: { phone: '0123 456' } },
  { field: 'email', changes: { email: 'ada' } },
  { field: 'social.github', changes: { social: { ...site.social, github: 'javascript:alert(1)' } } },
  { field: 'social.mastodon', changes: { social: { ...site.social, mastodon: address } } },
  { field: 'pairingStreams.Engine 1', changes: { pairingStreams: { 'Engine 1': '/pairing' } } },
  { field: 'pairingStreams.engine', changes: { pairingStreams: { engine: 'http://example.com/' } } },
  { field: 'pairingStreams.engine', changes: { pairingStreams: { engine: 'http://127.0.0.1.example/' } } },
  { field: 'pairingStreams.engine', changes: { pairingStreams: { engine: '//example.com/' } } },
  { field: 'pairingStreams.engine', changes: { pairingStreams: { engine: 'https://a;script-src/' } } },
  { field: 'apiBase', changes: { apiBase: 'ftp://example.com' } },
])('an error names the wrong $field', ({ field, changes }) => {
  expect(getErrors(changes)).toEqual([field])
})

const streams = ['/pairing/engine', 'https://example.com/codes', 'http://127.0.0.1:8080/codes']

test.each(streams)('%s is a pairing stream', (engine) => {
  expect(getErrors({ pairingStreams: { engine } })).toEqual([])
})

const linkTo = (to: string) => ({ columns: [{ title: 'Explore', links: [{ label: 'Work', to }] }] })

test.each(['/', '/projects?a=b#c', 'https://example.com/', 'http://example.com/'])('%s is a link', (to) => {
  expect(getErrors(linkTo(to))).toEqual([])
})

test.each([
  'projects',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
])('%j is not a link', (to) => {
  expect(getErrors(linkTo(to))).toEqual(['columns.0.links.0.to'])
})
