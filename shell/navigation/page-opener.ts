import type { Location } from 'react-router'
import type { StoreApi } from 'zustand/vanilla'
import type { BrowserHistory } from './browser-history.ts'
import { createLocation } from './create-location.ts'
import type { NavigationState, PageContent } from './navigation-state.ts'
import type { NewDocument, Redirect, SiteRoute } from './route.ts'
import type { MatchRoute } from './route-matcher.ts'

/** One attempt to open a page. */
interface Attempt {
  readonly kind: 'first' | 'push' | 'replace' | 'move' | 'revalidate'
  readonly location: Location
  readonly preventScrollReset?: boolean | undefined
}

/** Opens one page after the other. */
interface PageOpener {
  /** Resolves once the page is shown, or another attempt has begun. */
  open(attempt: Attempt): Promise<void>
  /** Repeats the attempt that is under way, or loads the open page again. */
  revalidate(): Promise<void>
  /** Makes the next attempt load even a page that is open. */
  invalidate(): void
}

interface PageOpenerOptions {
  readonly match: MatchRoute
  readonly history: BrowserHistory
  readonly onLeave?: (() => void) | undefined
  /** Whether the next page has to be loaded in a new document. */
  readonly needsDocument?: (() => boolean) | undefined
}

/** Creates what loads pages, follows their redirects, and keeps the store and the history in step with them. */
export function createPageOpener(
  { match, history, onLeave = () => {}, needsDocument = () => false }: PageOpenerOptions,
  { getState, setState }: Pick<StoreApi<NavigationState>, 'getState' | 'setState'>,
): PageOpener {
  /** The newest one. What an earlier one loads is dropped. */
  let attempt: Attempt | null = null
  /** The visitor's state has changed since the page was loaded, or the page no longer works. */
  let isOutdated = false

  async function open(next: Attempt): Promise<void> {
    attempt = next
    const { location, kind } = next
    const { page } = getState()
    // Another query or hash of the open page changes neither the guard's decision nor the code. Without a load, the address
    // changes immediately, before a navigation that the same click begins.
    const isAgain = kind === 'revalidate'
    if (!isAgain && kind !== 'first' && isShown(location)) return end(next, page.route, page.content)
    if (!isAgain && kind !== 'first' && needsDocument()) return leave(next)
    if (kind !== 'first') setState({ pending: isAgain ? null : location, isRevalidating: isAgain })
    const { route, params } = match(location)
    const content = await load(route, { location, params, isFirst: kind === 'first' })
    if (attempt !== next) return
    if ('needsDocument' in content) return leave(next)
    if (!('redirect' in content)) return end(next, route, content)
    // From another page, Back returns to it. An address that is already in the browser's own is replaced.
    const target = createLocation({ to: content.redirect, from: location }, history.origin)
    return open({ ...next, kind: kind === 'push' ? 'push' : 'replace', location: target })
  }

  function isShown({ pathname }: Location): boolean {
    const { location, content } = getState().page
    return pathname === location.pathname && content.status === 'loaded' && !isOutdated
  }

  function end(ended: Attempt, route: SiteRoute, content: PageContent) {
    const { kind, location, preventScrollReset = false } = ended
    attempt = null
    isOutdated = false
    if (kind === 'push' || kind === 'replace') history[kind](location)
    const arrival = kind === 'revalidate' ? getState().page.arrival : { preventScrollReset }
    setState({ page: { location, route, content, arrival }, pending: null, isRevalidating: false })
  }

  /** Loads the page in a new document. This one may come back, from the back/forward cache. */
  function leave({ kind, location }: Attempt): void {
    attempt = null
    setState({ pending: null, isRevalidating: false })
    onLeave()
    history.load(location, kind === 'push' || kind === 'replace' ? kind : 'reload')
  }

  return {
    open,
    revalidate() {
      isOutdated = true
      return open({ ...(attempt ?? { kind: 'revalidate', location: getState().page.location }) })
    },
    invalidate() {
      isOutdated = true
    },
  }
}

async function load(
  route: SiteRoute,
  request: Parameters<SiteRoute['load']>[0],
): Promise<PageContent | Redirect | NewDocument> {
  try {
    const loaded = await route.load(request)
    return 'redirect' in loaded || 'needsDocument' in loaded ? loaded : { status: 'loaded', loaded }
  } catch (error) {
    return { status: 'failed', error }
  }
}
