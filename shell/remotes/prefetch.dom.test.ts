import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionStore } from '../session/session-store.ts'
import { createTestBrowser } from '../testing/browser.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { type Connection, type PrefetchOptions, startPrefetching } from './prefetch.ts'

const ada = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const remotes = [
  createSelectedRemote([{ path: '/' }, { path: '/about' }], { name: 'home' }),
  createSelectedRemote([{ path: '/things' }, { path: '/things/:id', access: 'private' }], { name: 'things' }),
  createSelectedRemote([{ path: '/sign', access: 'auth' }], { name: 'sign' }),
]

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'checkVisibility').mockImplementation(function (this: HTMLElement) {
    return !this.hidden // happy-dom has no layout
  })
})
afterEach(() => {
  document.body.innerHTML = ''
})

interface Visit {
  readonly visitor?: typeof ada | null | undefined
  readonly links?: string
  readonly connection?: Connection | undefined
  readonly isReducingData?: boolean
}

/** Lets all promises settle. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Opens a page with `links`; `prefetched` lists what was fetched so far. */
async function open({ visitor, links = '', connection, isReducingData = false }: Visit) {
  document.body.innerHTML = links
  const session = createSessionStore(createTestBrowser({ blocksReading: visitor === undefined }).openTab())
  session.start()
  if (visitor) session.signIn(visitor)
  const prefetched: string[] = []
  const prefetch: PrefetchOptions['loader']['prefetch'] = async ({ name }, path) =>
    void prefetched.push(`${name} ${path}`)
  const matchMedia = (query: string) => ({
    matches: isReducingData && query === '(prefers-reduced-data: reduce)',
  })
  const page = { document, location, matchMedia, navigator: { connection } }
  startPrefetching({ remotes, session, loader: { prefetch }, waitUntilIdle: async () => {}, window: page })
  await settle()
  return { session, prefetched }
}

const openPages = ['home /', 'home /about', 'things /things']

test.each([
  { who: 'signed in', visitor: ada, pages: [...openPages, 'things /things/:id'] },
  { who: 'signed out', visitor: null, pages: [...openPages, 'sign /sign'] },
  { who: 'unverified', visitor: { ...ada, isVerify: false }, pages: [] },
  { who: 'not known yet', visitor: undefined, pages: [] },
])('a visitor who is $who gets every page that they may open', async ({ visitor, pages }) => {
  expect((await open({ visitor })).prefetched).toEqual(pages)
})

test('pages behind visible links come first, whatever their parameters', async () => {
  const links = `<a href="/things/1?a=b">Thing</a><a href="/about" hidden>About</a>
    <a href="https://other.example/about">Other</a><a href="/%E0%A4%A">Broken</a><a name="/about">About</a>`
  expect((await open({ visitor: ada, links })).prefetched[0]).toBe('things /things/:id')
})

test('a visitor who signs in gets the other pages as well, each once', async () => {
  const { session, prefetched } = await open({ visitor: null })
  session.signIn(ada)
  await settle()
  expect(prefetched).toEqual([...openPages, 'sign /sign', 'things /things/:id'])
})

test.each<{ what: string; visit: Visit; isFetched: boolean }>([
  { what: 'saves data', visit: { connection: { saveData: true, effectiveType: '4g' } }, isFetched: false },
  { what: 'has a slow connection', visit: { connection: { effectiveType: '3g' } }, isFetched: false },
  { what: 'prefers reduced data', visit: { isReducingData: true }, isFetched: false },
  { what: 'has a fast connection', visit: { connection: { effectiveType: '4g' } }, isFetched: true },
])('for a visitor who $what, pages are prefetched: $isFetched', async ({ visit, isFetched }) => {
  const { prefetched } = await open({ visitor: null, ...visit })
  expect(prefetched.length > 0).toBe(isFetched)
})

test('pages are fetched one at a time, and only when the browser is idle', async () => {
  const session = createSessionStore(createTestBrowser().openTab())
  session.start()
  const steps: string[] = []
  const idle = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = Promise.withResolvers<void>()
  startPrefetching({
    remotes,
    session,
    loader: {
      prefetch: (_, path) => {
        steps.push(path)
        return first.promise
      },
    },
    waitUntilIdle: () => idle.find(() => true)?.promise ?? Promise.resolve(),
    window: { document, location, navigator: {}, matchMedia: () => ({ matches: false }) },
  })
  await settle()
  expect(steps).toEqual([])
  idle.shift()?.resolve()
  await settle()
  expect(steps).toEqual(['/'])
  first.resolve()
  await settle()
  expect(steps).toEqual(['/'])
  idle.shift()?.resolve()
  await settle()
  expect(steps).toEqual(['/', '/about'])
})
