import { hasParameters } from '@portico/shared/release/page-paths.ts'
import { createPath, type Location, matchRoutes, type Navigator, type Params, type To } from 'react-router'
import type { BrowserHistory } from './browser-history.ts'
import { createLocation } from './create-location.ts'
import type { NavigationState, PageContent } from './navigation-state.ts'
import type { LoadedPage, Redirect, SiteRoute } from './route.ts'

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
  /** For React Router's `<Router>`. */
  readonly navigator: Navigator
  getState(): NavigationState
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
  /** The page whose HTML is already in the document, with the id of its route. */
  readonly prerendered?: { readonly id: string; readonly loaded: LoadedPage } | null | undefined
}

/** One attempt to open a page. */
interface Attempt {
  readonly kind: 'first' | 'push' | 'replace' | 'move' | 'revalidate'
  readonly location: Location
  readonly preventScrollReset?: boolean | undefined
}

/** Starts the navigation, and loads the page at the current address unless it is prerendered. */
export function createNavigation({ routes, history, prerendered }: NavigationOptions): Navigation {
  const candidates = [...routes]
  // Matching compiles a pattern for every page, which is a long task on a large site, and most paths have no parameter.
  const withoutParameter = routes.filter(({ path }) => !hasParameters(path))
  const byPath = new Map(withoutParameter.toReversed().map((route) => [route.path, route]))
  const listeners = new Set<() => void>()
  let blocker: LeaveBlocker | null = null
  /** The newest one. What an earlier one loads is dropped. */
  let attempt: Attempt | null = null
  /** The visitor's state has changed since the page was loaded, or the page no longer works. */
  let isOutdated = false
  let state = createFirstState()

  function createFirstState(): NavigationState {
    const { location } = history
    const { route } = match(location)
    const content: PageContent =
      prerendered && prerendered.id === route.id
        ? { status: 'loaded', loaded: prerendered.loaded }
        : { status: 'loading' }
    return { page: { location, route, content, arrival: null }, pending: null, isRevalidating: false }
  }

  function match(location: Location): { route: SiteRoute; params: Params } {
    const known = byPath.get(location.pathname)
    if (known !== undefined) return { route: known, params: {} }
    const found = matchRoutes(candidates, location)?.at(-1)
    if (found === undefined) throw new Error(`No route matches ${location.pathname}.`)
    return found
  }

  function setState(next: NavigationState): void {
    state = next
    for (const listener of listeners) listener()
  }

  async function open(next: Attempt): Promise<void> {
    attempt = next
    const { location, kind } = next
    const { page } = state
    // Another query or hash of the open page changes neither the guard's decision nor the code. Without a load, the address
    // changes immediately, before a navigation that the same click begins.
    if (kind !== 'revalidate' && kind !== 'first' && isShown(location))
      return end(next, page.route, page.content)
    if (kind === 'revalidate') setState({ ...state, pending: null, isRevalidating: true })
    else if (kind !== 'first') setState({ ...state, pending: location, isRevalidating: false })
    const { route, params } = match(location)
    const content = await load(route, { location, params, isFirst: kind === 'first' })
    if (attempt !== next) return
    if (!('redirect' in content)) return end(next, route, content)
    // From another page, Back returns to it. An address that is already in the browser's own is replaced.
    const target = createLocation({ to: content.redirect, from: location }, history.origin)
    return open({ ...next, kind: kind === 'push' ? 'push' : 'replace', location: target })
  }

  function isShown({ pathname }: Location): boolean {
    const { location, content } = state.page
    return pathname === location.pathname && content.status === 'loaded' && !isOutdated
  }

  function end(
    { kind, location, preventScrollReset = false }: Attempt,
    route: SiteRoute,
    content: PageContent,
  ) {
    attempt = null
    isOutdated = false
    if (kind === 'push' || kind === 'replace') history[kind](location)
    const arrival = kind === 'revalidate' ? state.page.arrival : { preventScrollReset }
    setState({ page: { location, route, content, arrival }, pending: null, isRevalidating: false })
  }

  async function navigate(
    to: To,
    { replace = false, state: stored, preventScrollReset }: NavigateOptions = {},
  ) {
    const from = state.page.location
    // A copy, as after a reload. What can't be copied fails here, before anything has loaded.
    const location = createLocation({ to, from, state: structuredClone(stored) }, history.origin)
    const proceed = () => open({ kind: replace ? 'replace' : 'push', location, preventScrollReset })
    if (!blocker?.(from, location, () => void proceed())) await proceed()
  }

  history.listen({
    mayMove: (location, repeat) => !blocker?.(state.page.location, location, repeat),
    onMove: (location) => void open({ kind: 'move', location }),
  })
  if (state.page.content.status === 'loading') void open({ kind: 'first', location: state.page.location })

  return {
    navigator: createNavigator(history, navigate),
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate,
    revalidate() {
      isOutdated = true
      return open({ ...(attempt ?? { kind: 'revalidate', location: state.page.location }) })
    },
    invalidate() {
      isOutdated = true
    },
    block(next) {
      blocker = next
      return () => {
        if (blocker === next) blocker = null
      }
    },
  }
}

async function load(
  route: SiteRoute,
  request: Parameters<SiteRoute['load']>[0],
): Promise<PageContent | Redirect> {
  try {
    const loaded = await route.load(request)
    return 'redirect' in loaded ? loaded : { status: 'loaded', loaded }
  } catch (error) {
    return { status: 'failed', error }
  }
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
