import { accessGroups } from '@portico/kit/contract/manifest.ts'
import { describe, expect, test } from 'vitest'
import { getRedirect, mayOpen } from './access.ts'

type Access = (typeof accessGroups)[number]
const states = [true, false, null] as const
const names = new Map([
  [true, 'signed in'],
  [false, 'signed out'],
  [null, 'unverified'],
])

// Section 2 of the specification: the redirect of each group for a visitor who is signed in, signed out, unverified.
const table: readonly (readonly [Access, string, ...(string | null)[]])[] = [
  ['auth', '/auth/register', '/', null, '/profile/verify'],
  ['verify', '/profile/verify', '/', '/auth/login', null],
  ['logout', '/logout', null, '/auth/login', null],
  ['open', '/home', null, null, '/profile/verify'],
  [
    'private',
    '/about?a=b#c',
    null,
    '/auth/login?next=%2Fabout%3Fa%3Db%23c',
    '/profile/verify?next=%2Fabout%3Fa%3Db%23c',
  ],
]

describe('redirects of section 2', () => {
  const cases = table.flatMap(([access, from, ...targets]) =>
    states.map((state, at) => ({ access, from, state, who: names.get(state), target: targets[at] })),
  )
  test.each(cases)('$who on $from ($access): $target', ({ access, from, state, target }) => {
    expect(getRedirect(access, state, from)).toBe(target)
    expect(mayOpen({ access }, state)).toBe(target === null)
  })
})

describe('a deep link', () => {
  test('a deep link is passed on from sign-in to verification', () => {
    expect(getRedirect('auth', null, '/auth/login?next=%2Fabout%3Fa%3Db%23c')).toBe(
      '/profile/verify?next=%2Fabout%3Fa%3Db%23c',
    )
  })

  test('a deep link is passed on from verification to sign-in', () => {
    expect(getRedirect('verify', false, '/profile/verify?next=%2Fabout')).toBe('/auth/login?next=%2Fabout')
  })

  test.each([
    ['auth', '/auth/login'],
    ['verify', '/profile/verify'],
  ] as const)('is opened from the %s page once signed in', (access, path) => {
    expect(getRedirect(access, true, `${path}?next=${encodeURIComponent('/about?a=b&c=/d#e')}`)).toBe(
      '/about?a=b&c=/d#e',
    )
  })

  test('a deep link is not passed on for the home page, which is the default', () => {
    expect(getRedirect('private', false, '/')).toBe('/auth/login')
    expect(getRedirect('auth', null, '/auth/login?next=/')).toBe('/profile/verify')
  })

  test('a deep link is opened after sign-in wherever `next` is in the query', () => {
    expect(getRedirect('auth', true, '/auth?a=b&next=%2Fabout')).toBe('/about')
    expect(getRedirect('auth', true, '/auth?next=%2Fabout#?next=/c')).toBe('/about#?next=/c')
  })

  test('the hash of a deep link survives, although a server that redirects to the sign-in does not see it', () => {
    expect(getRedirect('auth', true, '/auth/login?next=%2Fabout#c')).toBe('/about#c')
    expect(getRedirect('auth', null, '/auth/login?next=%2Fabout#c')).toBe('/profile/verify?next=%2Fabout%23c')
    expect(getRedirect('auth', true, '/auth/login?next=%2Fabout%23c#d')).toBe('/about#c')
  })
})

const otherSites = [
  '//evil.example',
  '//evil.example/about',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/a/../\\evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example/about',
  '//evil.example@site.example/',
  '//[',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://evil.example/1',
  'about',
  '.',
  '?next=/about',
  '#about',
  '',
]

describe('an address that is not a path of this site', () => {
  test.each(otherSites)('%j is dropped', (next) => {
    const query = `?next=${encodeURIComponent(next)}`
    expect(getRedirect('auth', true, `/auth/login${query}`)).toBe('/')
    expect(getRedirect('auth', null, `/auth/login${query}`)).toBe('/profile/verify')
    expect(getRedirect('verify', true, `/profile/verify${query}`)).toBe('/')
    expect(getRedirect('verify', false, `/profile/verify${query}`)).toBe('/auth/login')
  })

  test.each(otherSites.filter((address) => address.startsWith('/')))(
    '%j is not passed on as the requested page',
    (from) => {
      expect(getRedirect('private', false, from)).toBe('/auth/login')
    },
  )
})

test.each([
  { next: '/%2F/evil.example', stays: '/%2F/evil.example' },
  { next: '/%5Cevil.example', stays: '/%5Cevil.example' },
  { next: '/evil.example:80/', stays: '/evil.example:80/' },
  { next: '/a b\u0000ä', stays: '/a%20b%00%C3%A4' },
  { next: '/%E0%A4%A', stays: '/%E0%A4%A' },
  { next: '/about?next=//evil.example', stays: '/about?next=//evil.example' },
])('$next stays on this site', ({ next, stays }) => {
  const target = getRedirect('auth', true, `/auth/login?next=${encodeURIComponent(next)}`)
  expect(target).toBe(stays)
  expect(new URL(stays, 'https://site.example').host).toBe('site.example')
})

describe('no redirect loops', () => {
  const specified: Readonly<Record<string, Access>> = {
    '/auth': 'auth',
    '/auth/login': 'auth',
    '/auth/register': 'auth',
    '/auth/google': 'auth',
    '/profile/verify': 'verify',
    '/logout': 'logout',
    '/': 'open',
    '/home': 'open',
    '/about': 'private',
    '/profile': 'private',
    '/profile/update': 'private',
    '/api/rgb': 'private',
  }

  /** Every address on the way to a page that is open. */
  function follow(pages: Readonly<Record<string, Access>>, state: boolean | null, from: string): string[] {
    const route = [from]
    for (let at: string | null = from; at !== null && route.length < 20; ) {
      const access: Access = pages[at.replace(/\?.*/s, '')] ?? 'private'
      at = getRedirect(access, state, at)
      if (at !== null) route.push(at)
    }
    return route
  }

  const addresses = [...Object.keys(specified), '/no/such/page', '/about?a=b']

  test.each(states)('one redirect leads from every address to a page that is open (%s)', (state) => {
    for (const address of addresses) {
      expect(follow(specified, state, address).length, address).toBeLessThanOrEqual(2)
      const next = encodeURIComponent('/about')
      expect(follow(specified, state, `${address}?next=${next}`).length, address).toBeLessThanOrEqual(2)
    }
  })

  test.each(states)('a crafted address stops redirecting (%s)', (state) => {
    const nested = (depth: number): string[] =>
      depth === 0
        ? addresses
        : addresses.flatMap((address) =>
            nested(depth - 1).map((next) => `${address}?next=${encodeURIComponent(next)}`),
          )
    for (const address of nested(2)) {
      const route = follow(specified, state, address)
      expect(new Set(route).size, route.join(' -> ')).toBe(route.length)
      expect(route.length, route.join(' -> ')).toBeLessThanOrEqual(4)
    }
  })

  test.each(accessGroups)('a site whose pages are all in the group %s stops redirecting', (access) => {
    const pages = Object.fromEntries(addresses.map((address) => [address, access]))
    for (const state of states) {
      for (const address of addresses) {
        const route = follow(pages, state, `${address}?next=${encodeURIComponent(address)}`)
        expect(route.length, route.join(' -> ')).toBeLessThanOrEqual(4)
      }
    }
  })

  test('a site without account pages stops redirecting', () => {
    for (const state of states) {
      for (const address of addresses) {
        expect(follow({ '/': 'open' }, state, address).length, address).toBeLessThanOrEqual(3)
      }
    }
  })
})
