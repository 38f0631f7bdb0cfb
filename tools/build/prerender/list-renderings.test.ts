import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { expect, test } from 'vitest'
import { listRenderings } from './list-renderings.ts'

function list(page: Omit<RemotePage, 'title'>, addresses: readonly string[] = []) {
  const manifest = { name: 'any', team: 'any', contractVersion: 1, pages: [{ ...page, title: 'Any' }] }
  const metadata = addresses.map((address) => ({ path: page.path, head: { address } }))
  return listRenderings(manifest, metadata)
}

test.each([
  { access: 'open', visitors: ['signed-out', 'signed-in'] },
  { access: 'auth', visitors: ['signed-out'] },
  { access: 'verify', visitors: ['unverified'] },
  { access: 'private', visitors: ['signed-in'] },
] as const)('a page with the access $access is rendered for $visitors', ({ access, visitors }) => {
  const rendered = list({ path: '/new', access, prerender: true })
  expect(rendered).toEqual(visitors.map((visitor) => ({ path: '/new', visitor })))
})

test('a page that does not ask for it is not rendered', () => {
  expect(list({ path: '/new', access: 'open' })).toEqual([])
})

test('a page with parameters is rendered at each address of its metadata', () => {
  const page = { path: '/new/:id', access: 'private' as const, prerender: { except: ['tab'] } }
  expect(list(page, ['/new/one', '/new/two'])).toEqual([
    { path: '/new/:id', address: '/new/one', visitor: 'signed-in' },
    { path: '/new/:id', address: '/new/two', visitor: 'signed-in' },
  ])
  expect(list(page)).toEqual([])
})

test('a page that passes ?next= on is rendered without it, and with it for a page that is named and one that is not', () => {
  const page = { path: '/new', access: 'verify', prerender: { next: true } } as const
  const rendered = { path: '/new', visitor: 'unverified' }
  expect(list(page)).toEqual([rendered, { ...rendered, next: 'unnamed' }, { ...rendered, next: 'named' }])
})

test('each view of a page is rendered as well, in every variant', () => {
  const prerender = { views: ['forgot', 'new'], next: true as const }
  const rendered = list({ path: '/new', access: 'auth', prerender })
  expect(rendered.map(({ view, next }) => [view, next])).toEqual(
    [undefined, 'forgot', 'new'].flatMap((view) =>
      [undefined, 'unnamed', 'named'].map((next) => [view, next]),
    ),
  )
})

test('a page without parameters is rendered once, however many addresses its metadata lists', () => {
  const page = { path: '/new', access: 'auth', prerender: true } as const
  expect(list(page, ['/new', '/new?forgot'])).toEqual([{ path: '/new', visitor: 'signed-out' }])
})
