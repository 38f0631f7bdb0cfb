import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionStore } from '../session/session-store.ts'
import { createTestBrowser } from '../testing/browser.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { type PreloadOptions, prefetchLinkedRemotes, preloadPage } from './preload.ts'

const ada = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const remotes = [
  createSelectedRemote([{ path: '/' }], { name: 'home' }),
  createSelectedRemote([{ path: '/things/:id', access: 'private' }, { path: '/things' }], { name: 'things' }),
  createSelectedRemote([{ path: '/sign', access: 'auth' }], { name: 'sign' }),
  createSelectedRemote([{ path: '/unseen' }], { name: 'unseen' }),
]

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(HTMLElement.prototype, 'checkVisibility').mockImplementation(function (this: HTMLElement) {
    return !this.hidden // happy-dom has no layout
  })
})
afterEach(() => {
  document.body.innerHTML = ''
})

/** Returns the remotes that are fetched for a page with `links`. */
function prefetched(links: string, visitor: typeof ada | null | undefined): string[] {
  document.body.innerHTML = links
  return prefetchedBy(prefetchLinkedRemotes, visitor)
}

function prefetchedBy(
  act: (parts: PreloadOptions<'preload' | 'prefetch'>) => void,
  visitor: typeof ada | null | undefined,
): string[] {
  const session = createSessionStore(createTestBrowser({ blocksReading: visitor === undefined }).openTab())
  session.start()
  if (visitor) session.signIn(visitor)
  const asked: string[] = []
  const prefetch = async ({ name }: (typeof remotes)[number]) => void asked.push(name)
  act({ remotes, session, loader: { prefetch, preload: prefetch } })
  return asked
}

const thing = '<a href="/things/1">Thing</a>'
const sign = '<a href="/sign">Sign</a>'

test('the remotes behind visible links are fetched once each', () => {
  expect(prefetched(`<a href="/">Home</a>${thing}<a href="/things?a=b">Things</a>`, ada)).toEqual([
    'home',
    'things',
  ])
})

test.each([
  { who: 'signed in', visitor: ada, names: ['things'] },
  { who: 'signed out', visitor: null, names: ['sign'] },
  { who: 'unverified', visitor: { ...ada, isVerify: false }, names: [] },
  { who: 'not known yet', visitor: undefined, names: [] },
])('a visitor who is $who gets only what they may open', ({ visitor, names }) => {
  expect(prefetched(thing + sign, visitor)).toEqual(names)
})

test.each([
  { what: 'that is hidden', link: '<a href="/things" hidden>Things</a>' },
  { what: 'to another site with the same path', link: '<a href="https://other.example/things">Things</a>' },
  { what: 'to nowhere', link: '<a href="/no/such/page">Nothing</a>' },
  { what: 'with a malformed path', link: '<a href="/%E0%A4%A">Broken</a>' },
  { what: 'that is none', link: '<a name="/things">Things</a>' },
])('a link $what fetches nothing', ({ link }) => {
  expect(prefetched(link, ada)).toEqual([])
})

test.each([
  { who: 'signed in', visitor: ada, names: ['things'] },
  { who: 'signed out', visitor: null, names: [] },
  { who: 'not known yet', visitor: undefined, names: [] },
])('the remotes preloaded for a visitor who is $who depend on what they may open', ({ visitor, names }) => {
  expect(prefetchedBy((parts) => preloadPage(parts, '/things/1'), visitor)).toEqual(names)
})
