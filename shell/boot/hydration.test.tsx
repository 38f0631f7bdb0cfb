import { useHost, useSession } from '@portico/kit/contract/contract.ts'
import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { getAuthenticated, type VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { fillHtml } from '@portico/kit/testing/fill-html.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import { pageEvent } from '@portico/protocol/release/page-event.ts'
import { pageSlot } from '@portico/protocol/release/prerender.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import { createMarkedSite, markedYear } from '@portico/protocol/template/marked-site.ts'
import { act, screen } from '@testing-library/react'
import { type ComponentType, useEffect, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ForceClientRender } from '../hydration/force-client-render.tsx'
import { readPrerenderMark } from '../hydration/read-prerender-mark.ts'
import { createBrowserHistory } from '../navigation/browser-history.ts'
import { createNavigation } from '../navigation/create-navigation.ts'
import { CurrentPage, NavigationProvider } from '../navigation/navigation-provider.tsx'
import { buildRoutes } from '../pages/build-routes.tsx'
import { followLeftovers } from '../pages/document-leftovers.ts'
import { isExpectedError } from '../pages/is-expected-error.ts'
import { loadPrerenderedPage } from '../pages/load-prerendered-page.ts'
import { RootLayout } from '../pages/root-layout.tsx'
import { createIsolation } from '../remotes/isolation.ts'
import { createRemoteLoader, type LoadResult } from '../remotes/remote-loader.ts'
import { createConfirmation } from '../session/confirm-session.ts'
import { createSessionStore } from '../session/session-store.ts'
import { createTestBrowser } from '../testing/browser.ts'
import { loadedCodec } from '../testing/loaded-codec.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { site } from '../testing/site.ts'
import { createHost } from './create-host.ts'
import { layoutPaths, PrerenderedLayout, PrerenderedLoading } from './prerendered-layout.tsx'

const remote = createSelectedRemote([
  { path: '/', title: 'HomePage' },
  { path: '/listed', title: 'Listed page', listed: true },
])
const thisYear = new Date().getFullYear()
const prerenderYear = thisYear - 3

/** The layout as the build renders it and the server sends it. */
async function htmlOf(path: string, visitor: VisitorState = 'signed-out', owner = site): Promise<string> {
  const layout = (
    <PrerenderedLayout site={createMarkedSite()} path={path} visitor={visitor} year={markedYear} />
  )
  const { prelude } = await prerender(layout)
  await prerender(null) // The renderer leaves the contexts of its last tree set, for every renderer in this process.
  return fillHtml(await new Response(prelude).text(), {
    site: owner,
    year: prerenderYear,
    publicUrl: location.origin,
    signInWith: [],
  })
}

/** A page that shows what it knows. */
function HomePage() {
  const { pages } = useHost()
  const { authenticated, record } = useSession()
  return (
    <h1 tabIndex={-1}>
      Home, {pages.length} pages, {String(authenticated)}
      {record && `, ${record.username}`}
    </h1>
  )
}

/** When `FaultyPage` throws. */
let fault: 'renders' | 'mounts' | null = null

function FaultyPage() {
  if (fault === 'renders') throw new Error('requested to throw')
  useEffect(() => {
    if (fault === 'mounts') throw new Error('requested to throw')
  }, [])
  return (
    <>
      <HomePage />
      <input aria-label="Name" />
    </>
  )
}

/** A page that works until the visitor uses it. */
function BreakablePage() {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) throw new Error('requested to throw')
  return (
    <>
      <HomePage />
      <button type="button" onClick={() => setBroken(true)}>
        Break
      </button>
    </>
  )
}

/** The prerendered page in its layout. */
async function renderAtBuild(visitor: VisitorState = 'signed-out', owner = site): Promise<string> {
  const authenticated = String(getAuthenticated(visitor))
  const page = `<h1 tabindex="-1">Home, <!-- -->0<!-- --> pages, <!-- -->${authenticated}</h1>`
  return (await htmlOf('/', visitor, owner)).replace(pageSlot, page)
}

let root: Root | undefined
let container: HTMLElement

beforeEach(async () => {
  history.replaceState(null, '', '/')
  container = document.createElement('div')
  container.innerHTML = await renderAtBuild()
  document.body.append(container)
})
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  container.remove()
})

interface Visit {
  readonly visitor?: SessionRecord
  readonly owner?: Site
  /** Whether only the layout was prerendered. */
  readonly isLoading?: boolean
  /** Whether the page has loaded before hydration begins. */
  readonly isLate?: boolean
  /** For whom the page was prerendered. */
  readonly renderedFor?: VisitorState
  readonly canHydrate?: boolean
  /** Loads the page. */
  readonly load?: () => Promise<ComponentType>
  /** The page of the fallback release; the prerendered release then fails. */
  readonly Behind?: ComponentType
  /** Whether the prerendered release loads although there is a fallback. */
  readonly isLoadable?: boolean
}

const ListedPage = () => <h1 tabIndex={-1}>Listed</h1>
const PageBefore = () => <h1>Of the release before</h1>

/** Starts the shell on a prerendered page, as in a browser. */
async function hydrateSite(visit: Visit = {}) {
  const { visitor, renderedFor, canHydrate = true, load = async () => HomePage } = visit
  const { Behind, isLoadable = false, owner = site } = visit
  container.dataset.prerendered = JSON.stringify({
    remote: remote.name,
    path: '/',
    ...(renderedFor && { visitor: renderedFor }),
    ...(visit.isLoading && { isLoading: true }),
    canHydrate,
    year: prerenderYear,
  })
  const browser = createTestBrowser()
  if (visitor) browser.items.set(sessionTokenKey, encodeSessionToken(visitor))
  const session = createSessionStore(browser.openTab(), loadedCodec)
  session.start()
  const confirmSession = createConfirmation(session, window)
  const prerendered = readPrerenderMark(session.read(), container)
  const chosen = Behind ? { ...remote, fallback: { ...remote.release, hash: 'bbbbbbbb' } } : remote
  const ended = vi.fn<(load: LoadResult) => void>()
  const isolation = createIsolation()
  const loader = createRemoteLoader({
    isolation,
    deadlineMs: 120_000,
    isOnline: () => true,
    hasReturnedSince: () => false,
    onEnd: ended,
    onMount: () => {},
    fetchModule: async ({ release }) => {
      const Previous = release === remote.release ? undefined : Behind
      if (Behind && !Previous && !isLoadable) throw new Error('broken')
      const routes = [
        { path: '/', lazy: async () => ({ Component: Previous ?? (await load()) }) },
        { path: '/listed', lazy: async () => ({ Component: ListedPage }) },
      ]
      return { remote: { routes } }
    },
  })
  const host = createHost({ session, prerendered, site: owner, remotes: [chosen], navigate: () => {} })
  const routes = buildRoutes({
    isolation,
    remotes: [chosen],
    loader,
    session,
    confirmSession,
    leftovers: followLeftovers(document),
    content: { prepare: async () => {} },
  })
  const page = loadPrerenderedPage({ remotes: [chosen], loader, prerendered, container })
  const history = createBrowserHistory(window)
  const navigation = createNavigation({ routes, history, prerendered: page?.route })
  if (visit.isLate)
    await vi.waitFor(() => expect(navigation.getState().page.content.status).toBe('loaded'), patience)
  const recovered = vi.fn<(error: unknown) => void>()
  const hasMounted = new Promise((resolve) => document.addEventListener(pageEvent, resolve, { once: true }))
  if (prerendered !== null) {
    await act(async () => {
      const site = (
        <NavigationProvider navigation={navigation}>
          <RootLayout host={host} prerendered={prerendered} prerenderedPage={page} Page={CurrentPage} />
        </NavigationProvider>
      )
      root = hydrateRoot(container, site, { onRecoverableError: recovered, onCaughtError: () => {} })
    })
  }
  return {
    prerendered,
    recovered,
    results: () => ended.mock.calls.map(([{ failure }]) => failure?.reason ?? 'ok'),
    hasMounted,
    go: (to: string) => act(() => navigation.navigate(to)),
  }
}

const heading = () => screen.getByRole('heading', { level: 1 })
const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }

describe('the prerendered layout', () => {
  test.each(layoutPaths)(
    'the prerendered layout around %s has one slot, and shows where the visitor is',
    async (path) => {
      const html = await htmlOf(path)
      expect(html.split(pageSlot)).toHaveLength(2)
      const current = [...html.matchAll(/aria-current="page"[^>]*href="([^"]*)"/g)].map(([, href]) => href)
      expect(current).toEqual(path === '*' ? [] : [path === '/home' ? '/' : path])
    },
  )

  test('the prerendered layout has a search button, which styles hide where there is no search', async () => {
    expect(await htmlOf('/')).toMatch(/<button[^>]*title="Search the site"/)
  })

  test('the prerendered layout needs no script to assemble it', async () => {
    expect(await htmlOf('/')).not.toMatch(/<script|hidden=""[^>]*id="S:/)
  })
})

const { location: _, ...homeless } = site
const owners: Readonly<Record<string, Site>> = {
  'who left out what they could': { ...homeless, columns: [] },
  'with several columns': {
    ...site,
    columns: [
      { title: 'None', links: [] },
      {
        title: 'Two',
        links: [
          { label: 'Away', to: 'http://away.example/?a=b&c' },
          { label: 'Here', to: '/projects?tag=a&q=b#c' },
        ],
      },
      { title: 'One', links: [{ label: 'Home', to: '/' }] },
    ],
  },
  'whose texts look like HTML': {
    ...site,
    name: `</script><script>alert("1")</script> & 'co' \u00ab $&`,
    about: '<!-- --> \uE000news\uE001 <template data-slot="page"></template>',
    location: '"><img src=x onerror=alert(1)>',
  },
}

describe('hydration', () => {
  test.each(Object.keys(owners))(
    'hydration keeps every element of the layout of an owner %s',
    async (name) => {
      const owner = owners[name] ?? site
      container.innerHTML = await renderAtBuild('signed-out', owner)
      const footer = screen.getByRole('contentinfo')
      const before = [...footer.querySelectorAll('*')]
      const text = footer.textContent
      expect(text).toContain(owner.name)
      expect(text).toContain(owner.about)
      expect(text).toContain(
        `I am ${prerenderYear - 1990} years old${owner.location ? ` and live in ${owner.location}` : ''}.`,
      )
      const links = [...footer.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))
      expect(links).toEqual(owner.columns.flatMap((column) => column.links.map(({ to }) => to)))
      expect(container.querySelectorAll('script, img, footer template')).toHaveLength(0)
      const { recovered } = await hydrateSite({ owner })
      expect(before.filter((element) => element.isConnected)).toEqual(before)
      expect(recovered).not.toHaveBeenCalled()
    },
  )

  test('hydration keeps every element and what the visitor typed', async () => {
    const before = { heading: heading(), message: screen.getByRole<HTMLInputElement>('textbox') }
    before.message.value = 'Hello'
    const { recovered } = await hydrateSite()
    expect(heading()).toBe(before.heading)
    expect(screen.getByRole<HTMLInputElement>('textbox')).toBe(before.message)
    expect(before.message.value).toBe('Hello')
    expect(recovered).not.toHaveBeenCalled()
  })

  test('hydration renders the page on the client if it falls back to another release', async () => {
    const { recovered } = await hydrateSite({ Behind: PageBefore })
    expect(heading().textContent).toBe('Of the release before')
    expect(recovered.mock.calls.every(([error]) => isExpectedError(error))).toBe(true)
  })

  test('hydration immediately updates what the build could not know', async () => {
    expect(container.textContent).toContain(`© ${prerenderYear}`)
    container.innerHTML = await renderAtBuild('signed-in')
    const { recovered } = await hydrateSite({ visitor: ada, renderedFor: 'signed-in' })
    expect(heading().textContent).toBe('Home, 2 pages, true, ada')
    expect(container.textContent).toContain(`© ${thisYear}`)
    expect(screen.getByRole('link', { name: 'Listed page' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Profile' })).toBeDefined()
    expect(recovered).not.toHaveBeenCalled()
  })

  test('hydration renders once what depends on nothing that the build could not know', async () => {
    const rendered = vi.fn()
    const Rows = () => {
      rendered()
      return null
    }
    const Page = () => (
      <>
        <Rows />
        <HomePage />
      </>
    )
    await hydrateSite({ load: async () => Page })
    expect(heading().textContent).toBe('Home, 2 pages, false')
    expect(rendered).toHaveBeenCalledOnce()
  })

  test('hydration keeps the page on the screen while its code loads, and the layout works meanwhile', async () => {
    const code = Promise.withResolvers<ComponentType>()
    const before = heading()
    await hydrateSite({ load: () => code.promise })
    expect(heading()).toBe(before)
    expect(screen.queryByText('Loading...')).toBeNull()
    act(() => screen.getByRole('button', { name: 'Get Start' }).click())
    expect(screen.getByRole('link', { name: 'Login' })).toBeDefined()
    await act(async () => code.resolve(HomePage))
    expect(heading()).toBe(before)
    expect(heading().textContent).toBe('Home, 2 pages, false')
  })

  test('hydration renders a page on the client if its HTML cannot be hydrated', async () => {
    const before = heading()
    const { recovered } = await hydrateSite({ canHydrate: false })
    expect(heading()).not.toBe(before)
    expect(heading().textContent).toBe('Home, 2 pages, false')
    expect(recovered.mock.calls.map(([error]) => error)).toMatchObject([
      { cause: expect.any(ForceClientRender) },
    ])
  })

  test('hydration keeps the page readable if its code fails to load, until Retry succeeds', async () => {
    const before = heading()
    let Page = Promise.reject<ComponentType>(new Error('No such file.'))
    const { recovered } = await hydrateSite({ load: () => Page })
    expect(heading()).toBe(before)
    expect(screen.getByRole('alert').textContent).toBe(
      `The interactive part of this page failed to start. You can still read the page. Owner: ${remote.team}.Retry`,
    )

    Page = Promise.reject<ComponentType>(new Error('No such file, again.'))
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
    expect(heading()).toBe(before)

    Page = Promise.resolve(HomePage)
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(heading()).toBe(before)
    expect(document.activeElement).toBe(before)
    expect(heading().textContent).toBe('Home, 2 pages, false')
    expect(recovered).not.toHaveBeenCalled()
  })

  describe.each(['renders', 'mounts'] as const)('a page that throws while it %s', (when) => {
    beforeEach(() => {
      fault = when
    })
    const load = async () => FaultyPage
    const retry = () => act(async () => screen.getByRole('button', { name: 'Retry' }).click())

    test('hydration keeps the page readable, with its input and the focus, until Retry succeeds', async () => {
      container.innerHTML = container.innerHTML.replace('</h1>', '</h1><input aria-label="Name">')
      const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
      input.value = 'Ada'
      input.focus()
      const before = heading()
      const { results } = await hydrateSite({ load })
      expect(heading()).toBe(before)
      expect(input.isConnected && input.value).toBe('Ada')
      expect(document.activeElement).toBe(input)
      expect(screen.getByRole('alert').textContent).toBe(
        `The interactive part of this page stopped working. You can still read the page. Owner: ${remote.team}.Retry`,
      )
      expect(results()).toEqual(['ok', 'mount'])

      await retry()
      expect(heading()).toBe(before)
      expect(screen.getByRole('alert')).toBeDefined()

      fault = null
      await retry()
      expect(screen.queryByRole('alert')).toBeNull()
      expect(heading().textContent).toBe('Home, 2 pages, false')
      expect(document.activeElement).toBe(heading())
      expect(results()).toEqual(['ok', 'mount', 'ok', 'mount', 'ok'])
    })

    test('hydration keeps the page readable until another release has loaded', async () => {
      const seen: (string | undefined)[] = []
      const observer = new MutationObserver(() =>
        seen.push(container.querySelector('main')?.textContent ?? ''),
      )
      observer.observe(container, { childList: true, subtree: true })
      const { results } = await hydrateSite({ load, Behind: PageBefore, isLoadable: true })
      observer.disconnect()
      expect(heading().textContent).toBe('Of the release before')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(seen.filter((text) => !/Home|Of the release before/.test(text ?? ''))).toEqual([])
      expect(results()).toEqual(['ok', 'mount', 'ok'])
    })

    test('a visitor who leaves the page and comes back sees the failure screen', async () => {
      const { go } = await hydrateSite({ load })
      await go('/listed')
      expect(heading().textContent).toBe('Listed')
      expect(screen.queryByRole('alert')).toBeNull()
      await go('/')
      expect(heading().textContent).toBe('Chunk load error')
    })
  })

  test('the failure screen replaces a page that throws after it has mounted', async () => {
    const { results, hasMounted } = await hydrateSite({ load: async () => BreakablePage })
    await hasMounted
    act(() => screen.getByRole('button', { name: 'Break' }).click())
    expect(heading().textContent).toBe('Chunk load error')
    expect(results()).toEqual(['ok', 'mount'])
  })

  test.each(['<h1 tabindex="-1">Another page</h1>', '<section><h1>Cut off', '</main></div><textarea><!--'])(
    'renders on the client what does not match: %s',
    async (broken) => {
      container.innerHTML = (await htmlOf('/')).replace(pageSlot, broken)
      const { recovered } = await hydrateSite()
      expect(heading().textContent).toBe('Home, 2 pages, false')
      expect(screen.getByRole('banner')).toBeDefined()
      expect(screen.getByRole('contentinfo').textContent).toContain(`© ${thisYear}`)
      expect(container.querySelectorAll('textarea, section > h1')).toHaveLength(0)
      expect(recovered).toHaveBeenCalled()
    },
  )

  test.each([
    { renderedFor: 'signed-out' },
    { renderedFor: 'unverified', visitor: { ...ada, isVerify: false } },
    { renderedFor: 'signed-in', visitor: ada },
  ] as const)('hydration keeps every element of a page for visitors who are $renderedFor', async (visit) => {
    container.innerHTML = await renderAtBuild(visit.renderedFor)
    const find = () => [heading(), ...screen.getByRole('banner').querySelectorAll('[popover]')]
    const before = find()
    const { recovered } = await hydrateSite(visit)
    expect(find().map((element, at) => element === before[at])).toEqual(before.map(() => true))
    expect(screen.queryByRole('button', { name: 'Search the site' }), 'this site has none').toBeNull()
    expect(heading().textContent).toMatch(visit.renderedFor === 'signed-out' ? /false$/ : /, ada$/)
    expect(recovered).not.toHaveBeenCalled()
  })

  test('hydration keeps the layout around a loading screen, until the page has loaded', async () => {
    const loading = renderToStaticMarkup(<PrerenderedLoading />)
    container.innerHTML = (await htmlOf('/')).replace(pageSlot, loading)
    const banner = screen.getByRole('banner')
    const loadingText = screen.getByText('Loading...')
    const code = Promise.withResolvers<ComponentType>()
    const { recovered } = await hydrateSite({ isLoading: true, load: () => code.promise })
    act(() => screen.getByRole('button', { name: 'Get Start' }).click())
    expect(screen.getByText('Loading...')).toBe(loadingText)
    await act(async () => code.resolve(HomePage))
    expect(screen.queryByText('Loading...')).toBeNull()
    expect(heading().textContent).toBe('Home, 2 pages, false')
    expect(screen.getByRole('banner')).toBe(banner)
    expect(recovered.mock.calls.every(([error]) => isExpectedError(error))).toBe(true)
  })

  test('hydration replaces a loading screen by a page that has loaded in the meantime', async () => {
    const loading = renderToStaticMarkup(<PrerenderedLoading />)
    container.innerHTML = (await htmlOf('/')).replace(pageSlot, loading)
    const banner = screen.getByRole('banner')
    const { recovered } = await hydrateSite({ isLoading: true, isLate: true })
    expect(heading().textContent).toBe('Home, 2 pages, false')
    expect(screen.getByRole('banner')).toBe(banner)
    expect(recovered.mock.calls.map(([error]) => isExpectedError(error))).toEqual([true])
  })

  test.each([
    { renderedFor: 'signed-out', visitor: ada },
    { renderedFor: 'signed-out', visitor: { ...ada, isVerify: false } },
    { renderedFor: 'unverified' },
    { renderedFor: 'signed-in' },
  ] as const)('a page for visitors in another state is removed (%#)', async (visit) => {
    container.innerHTML = await renderAtBuild(visit.renderedFor)
    const { prerendered } = await hydrateSite(visit)
    expect(prerendered).toBeNull()
    expect(container.childNodes).toHaveLength(0)
  })
})
