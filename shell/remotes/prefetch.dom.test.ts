import type { Connection } from '@portico/kit/may-spend-data.ts'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import type { DiscoveryDocument, SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionStore } from '../session/session-store.ts'
import { createTestBrowser } from '../testing/browser.ts'
import { loadedCodec } from '../testing/loaded-codec.ts'
import { createTestLoader, createTestModule } from '../testing/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { type PrefetchOptions, startPrefetching } from './prefetch.ts'

const ada = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const home = createSelectedRemote([{ path: '/' }, { path: '/about' }], { name: 'home' })
const remotes = [
  home,
  createSelectedRemote([{ path: '/things' }, { path: '/things/:id', access: 'private' }], { name: 'things' }),
  createSelectedRemote([{ path: '/sign', access: 'auth' }], { name: 'sign' }),
]

/** The files of a page are named after its path. */
const toFiles = (path: string, extension: string) => [
  { file: `page${path.replaceAll(/\W/g, '-')}.${extension}`, integrity: `sha256-${'A'.repeat(43)}=` },
]

/** A document in which what everyone gets of each remote is the selected release. */
function createDocument(selected: readonly SelectedRemote[]): DiscoveryDocument {
  const released = selected.map(({ name, team, release: { folder: _, ...release } }) => {
    const pages = release.pages.map((page) => {
      return { ...page, js: toFiles(page.path, 'js'), css: toFiles(page.path, 'css') }
    })
    return [name, { team, stable: { ...release, pages } }] as const
  })
  return { schemaVersion: 1, revision: 1, shell: null, remotes: Object.fromEntries(released) }
}

/** The address of a file of a selected remote. */
function getAddress(name: string, file: string): string {
  const remote = remotes.find((candidate) => candidate.name === name)
  if (remote === undefined) throw new Error(`There is no remote ${name}.`)
  return location.origin + getReleaseFolder(name, getReleaseId(remote.release)) + file
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'checkVisibility').mockImplementation(function (this: HTMLElement) {
    return !this.hidden // happy-dom has no layout
  })
})
afterEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

interface Visit {
  readonly visitor?: typeof ada | null | undefined
  readonly links?: string
  readonly connection?: Connection | undefined
  readonly isReducingData?: boolean
  readonly selected?: readonly SelectedRemote[]
  readonly released?: DiscoveryDocument | null
  readonly waitUntilIdle?: PrefetchOptions['waitUntilIdle']
}

/** Lets all promises settle. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Opens a page with `links`; `files` lists the addresses that were fetched so far, and `pages` their page scripts. */
async function open({ visitor, links = '', connection, isReducingData = false, ...visit }: Visit) {
  const { selected = remotes, released = createDocument(remotes), waitUntilIdle = async () => {} } = visit
  document.body.innerHTML = links
  const session = createSessionStore(
    createTestBrowser({ blocksReading: visitor === undefined }).openTab(),
    loadedCodec,
  )
  session.start()
  if (visitor) session.signIn(visitor)
  const files: string[] = []
  const fetch: PrefetchOptions['fetch'] = async (input) => {
    const address = String(input)
    if (address === paths.discovery) return Response.json(released)
    files.push(address)
    return new Response('code')
  }
  const matchMedia = (query: string) => ({
    matches: isReducingData && query === '(prefers-reduced-data: reduce)',
  })
  const { loader, fetched } = createTestLoader(async () => createTestModule())
  const page = { document, location, matchMedia, navigator: { connection } }
  const content = { address: '/-/content/a.json' }
  startPrefetching({ remotes: selected, session, loader, content, fetch, waitUntilIdle, window: page })
  await settle()
  const listPages = () =>
    files.flatMap((file) => /\/r\/(\w+)\/.*\/page(.*)\.js$/.exec(file)?.slice(1).join(' ') ?? [])
  return { session, files, listPages, fetched }
}

const openPages = ['home -', 'home -about', 'things -things']

test.each([
  { who: 'signed in', visitor: ada, pages: [...openPages, 'things -things--id'] },
  { who: 'signed out', visitor: null, pages: [...openPages, 'sign -sign'] },
  { who: 'unverified', visitor: { ...ada, isVerify: false }, pages: [] },
  { who: 'not known yet', visitor: undefined, pages: [] },
])('a visitor who is $who gets the code of every page that they may open', async ({ visitor, pages }) => {
  expect((await open({ visitor })).listPages()).toEqual(pages)
})

test('entry, scripts and style sheets are fetched, each once, and nothing is run', async () => {
  const { files, fetched } = await open({ visitor: null })
  expect(files.slice(0, 5)).toEqual([
    getAddress('home', 'remote.js'),
    getAddress('home', 'page-.js'),
    getAddress('home', 'page-.css'),
    getAddress('home', 'page-about.js'),
    getAddress('home', 'page-about.css'),
  ])
  expect(fetched).not.toHaveBeenCalled()
})

test('a style sheet that the page contains is not fetched', async () => {
  const contained = getAddress('home', 'page-.css')
  document.head.innerHTML = `<style data-href="${contained}"></style>`
  expect((await open({ visitor: null })).files).not.toContain(contained)
})

test('pages behind visible links come first, whatever their parameters', async () => {
  const links = `<a href="/things/1?a=b">Thing</a><a href="/about" hidden>About</a>
    <a href="https://other.example/about">Other</a><a href="/%E0%A4%A">Broken</a><a name="/about">About</a>`
  expect((await open({ visitor: ada, links })).listPages()[0]).toBe('things -things--id')
})

test('a visitor who signs in gets the other pages as well, each once', async () => {
  const { session, listPages } = await open({ visitor: null })
  session.signIn(ada)
  await settle()
  expect(listPages()).toEqual([...openPages, 'sign -sign', 'things -things--id'])
})

test.each<{ what: string; visit: Visit; isFetched: boolean }>([
  { what: 'saves data', visit: { connection: { saveData: true, effectiveType: '4g' } }, isFetched: false },
  { what: 'has a slow connection', visit: { connection: { effectiveType: '3g' } }, isFetched: false },
  { what: 'prefers reduced data', visit: { isReducingData: true }, isFetched: false },
  { what: 'has a fast connection', visit: { connection: { effectiveType: '4g' } }, isFetched: true },
])('for a visitor who $what, pages are prefetched: $isFetched', async ({ visit, isFetched }) => {
  const { files } = await open({ visitor: null, ...visit })
  expect(files.length > 0).toBe(isFetched)
})

const withRelease = (changes: Partial<SelectedRemote['release']>): SelectedRemote => {
  return { ...home, release: { ...home.release, ...changes } }
}

test.each([
  { what: 'is switched off', selected: { ...home, off: 'a doubt' } },
  { what: 'is on another origin', selected: withRelease({ folder: 'https://cdn.example/home/' }) },
  { what: 'is not in the discovery document', selected: withRelease({ version: '9.0.0' }) },
])('nothing is fetched of a release that $what', async ({ selected }) => {
  expect((await open({ visitor: null, selected: [selected] })).files).toEqual([])
})

test('a canary is fetched by the visitors who get it', async () => {
  const canary = withRelease({ version: '1.3.0' })
  const { remotes: released, ...rest } = createDocument(remotes)
  const release = createDocument([canary]).remotes.home?.stable
  if (release === undefined || released.home === undefined) throw new Error('The remote is missing.')
  const withCanary = { ...released.home, canary: { release, rollout: 'r1', share: 500 } }
  const { files } = await open({
    visitor: null,
    selected: [canary],
    released: { ...rest, remotes: { home: withCanary } },
  })
  expect(files).toContain(getAddress('home', 'page-about.js').replace('1.2.0', '1.3.0'))
  expect(files).not.toContain(getAddress('home', 'page-about.js'))
})

test('without a discovery document that the page understands, nothing is fetched', async () => {
  expect((await open({ visitor: null, released: null })).files).toEqual([])
})

test('pages are fetched one at a time, and only when the browser is idle', async () => {
  const turns: (() => void)[] = []
  const { listPages } = await open({
    visitor: null,
    waitUntilIdle: () => new Promise((resolve) => turns.push(resolve)),
  })
  const steps: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    turns.shift()?.()
    await settle()
    steps.push(listPages().length)
  }
  expect(steps).toEqual([0, 0, 1, 2, 3])
})

test('the owner’s content is fetched once, with the pages that show it', async () => {
  const isContent = (file: string) => file.includes('/-/content/')
  expect((await open({ visitor: ada })).files.filter(isContent)).toEqual([])
  const selected = remotes.map((remote) => ({
    ...remote,
    release: {
      ...remote.release,
      pages: remote.release.pages.map((page) => ({ ...page, content: { featured: { from: 'featured' } } })),
    },
  }))
  const { files } = await open({ visitor: ada, selected, released: createDocument(selected) })
  expect(files.filter(isContent)).toEqual([`${location.origin}/-/content/a.json`])
})
