import { createPath, type Location, type Navigator, type To } from 'react-router'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BrowserHistory } from './browser-history.ts'
import { createLocation } from './create-location.ts'
import type { NavigationState, OpenPage, PageContent } from './navigation-state.ts'
import { createPageOpener } from './page-opener.ts'
import type { LoadedPage, SiteRoute } from './route.ts'
import { createRouteMatcher } from './route-matcher.ts'

/** How to navigate. */
export interface NavigateOptions {
  /** Replaces the current entry of the history. */
  readonly replace?: boolean | undefined
  /** Stored with the entry. */
  readonly state?: unknown
  readonly preventScrollReset?: boolean | undefined
}

/** Asked before the visitor leaves: returns true to stay on the page; `proceed` then leaves nevertheless. */
type LeaveBlocker = (from: Location, to: Location, proceed: () => void) => boolean

/** Opens pages: runs their guards and loads them, keeps the address bar in step, and tells React what to show. */
export interface Navigation {
  /** Resolves with the first page once it has loaded, or failed. */
  readonly firstPage: Promise<OpenPage>
  /** For React Router's `<Router>`. */
  readonly navigator: Navigator
  getState(): NavigationState
  /** The routes of the page that is open, and of the one that is opening. */
  listRoutes(): readonly SiteRoute[]
  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Opens a path of this site. Resolves once its page is shown, or another navigation has begun. */
  navigate(to: To, options?: NavigateOptions): Promise<void>
  /** Runs the guard of the page that is open or opening again, and loads it again. */
  revalidate(): Promise<void>
  /** Loads the open page again with the next navigation, even to another query of it: it no longer works. */
  invalidate(): void
  /** Sets who is asked before the visitor leaves. Returns a function that ends it. */
  block(blocker: LeaveBlocker): () => void
}

/** The inputs of the navigation. */
export interface NavigationOptions {
  /** Together, they match every path. */
  readonly routes: readonly SiteRoute[]
  readonly history: BrowserHistory
  /** Called before a page is loaded in a new document. */
  readonly onLeave?: (() => void) | undefined
  /** Whether the next page has to be loaded in a new document. */
  readonly needsDocument?: (() => boolean) | undefined
  /** The page whose HTML is already in the document, with the id of its route. */
  readonly prerendered?: { readonly id: string; readonly loaded: LoadedPage } | null | undefined
}

/** Starts the navigation, and loads the page at the current address unless it is prerendered. */
export function createNavigation({
  routes,
  history,
  prerendered,
  ...options
}: NavigationOptions): Navigation {
  const match = createRouteMatcher(routes)
  const store = createStore(() =>
    createFirstState(history.location, match(history.location).route, prerendered),
  )
  const firstPage = waitForFirstPage(store)
  const { open, ...controls } = createPageOpener({ match, history, ...options }, store)
  const getPage = () => store.getState().page
  let blocker: LeaveBlocker | null = null

  async function navigate(
    to: To,
    { replace = false, state: stored, preventScrollReset }: NavigateOptions = {},
  ) {
    const from = getPage().location
    // A copy, as after a reload. What can't be copied fails here, before anything has loaded.
    const location = createLocation({ to, from, state: structuredClone(stored) }, history.origin)
    const proceed = () => open({ kind: replace ? 'replace' : 'push', location, preventScrollReset })
    if (!blocker?.(from, location, () => void proceed())) await proceed()
  }

  history.listen({
    mayMove: (location, repeat) => !blocker?.(getPage().location, location, repeat),
    onMove: (location) => void open({ kind: 'move', location }),
  })
  if (getPage().content.status === 'loading') {
    // A visitor may have scrolled what was shown meanwhile.
    void open({ kind: 'first', location: getPage().location, preventScrollReset: true })
  }

  return {
    firstPage,
    navigator: createNavigator(history, navigate),
    getState: store.getState,
    listRoutes() {
      const { page, pending } = store.getState()
      return pending === null ? [page.route] : [page.route, match(pending).route]
    },
    subscribe: store.subscribe,
    navigate,
    ...controls,
    block(next) {
      blocker = next
      return () => {
        if (blocker === next) blocker = null
      }
    },
  }
}

function createFirstState(
  location: Location,
  route: SiteRoute,
  prerendered: NavigationOptions['prerendered'],
): NavigationState {
  const content: PageContent =
    prerendered && prerendered.id === route.id
      ? { status: 'loaded', loaded: prerendered.loaded }
      : { status: 'loading' }
  return { page: { location, route, content, arrival: null }, pending: null, isRevalidating: false }
}

async function waitForFirstPage({
  getState,
  subscribe,
}: Pick<StoreApi<NavigationState>, 'getState' | 'subscribe'>): Promise<OpenPage> {
  const { page } = getState()
  if (page.content.status !== 'loading') return page
  const { promise, resolve } = Promise.withResolvers<OpenPage>()
  const stop = subscribe(({ page }) => {
    if (page.content.status === 'loading') return
    stop()
    resolve(page)
  })
  return promise
}

/** What React Router's links and hooks use. */
function createNavigator(history: BrowserHistory, navigate: Navigation['navigate']): Navigator {
  const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to))
  const createURL = (to: To) => new URL(history.origin + createHref(to))
  return {
    createHref,
    createURL,
    encodeLocation: createURL,
    go: (delta) => history.go(delta),
    push: (to, state, options) => void navigate(to, { ...options, state, replace: false }),
    replace: (to, state, options) => void navigate(to, { ...options, state, replace: true }),
  }
}
