import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import { mayOpen } from '@portico/shared/session/access.ts'
import { matchPath } from 'react-router'
import type { SessionStore } from '../session/session-store.ts'
import type { RemoteLoader } from './remote-loader.ts'

/** A site has a few dozen pages. The bound is for one that has many more: it loses nothing but the first click's speed. */
const maxPages = 60

/** What the browser tells about the connection; most browsers tell nothing. */
export interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

declare global {
  interface Navigator {
    readonly connection?: Connection
  }
}

/** What prefetching needs. */
export interface PrefetchOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly session: SessionStore
  readonly loader: Pick<RemoteLoader, 'prefetch'>
  /** Resolves when the browser is idle and the visitor waits for no page. */
  readonly waitUntilIdle: () => Promise<void>
  readonly window: Pick<Window, 'document' | 'location'> & {
    readonly navigator: { readonly connection?: Connection | undefined }
    matchMedia(query: string): { readonly matches: boolean }
  }
}

/**
 * Fetches the code of every page that the visitor may open, so that a click needs no request: those behind visible links
 * first, one at a time, each when the browser is idle. Starts again when the visitor's state changes. Fetches nothing if the
 * visitor saves data or has a slow connection. Failures are silent: the page tries again when it is opened.
 */
export function startPrefetching({ remotes, session, loader, waitUntilIdle, window }: PrefetchOptions): void {
  const requested = new Set<RemotePage>()
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    await waitUntilIdle()
    for (let next = findNext(); next !== undefined && maySpendData(window); next = findNext()) {
      requested.add(next.page)
      await loader.prefetch(next.remote, next.page.path)
      await waitUntilIdle()
    }
    isRunning = false
  }
  function findNext(): Target | undefined {
    const { authenticated } = session.read()
    if (authenticated === undefined || requested.size >= maxPages) return undefined
    const left = remotes
      .flatMap((remote) => remote.release.pages.map((page): Target => ({ remote, page })))
      .filter(({ page }) => !requested.has(page) && mayOpen(page, authenticated))
    const linked = listLinkedPaths(window)
    return left.find(({ page }) => linked.some((path) => matchPath(page.path, path) !== null)) ?? left[0]
  }
  session.subscribe(() => void run())
  void run()
}

interface Target {
  readonly remote: SelectedRemote
  readonly page: RemotePage
}

function listLinkedPaths({ document, location }: PrefetchOptions['window']): string[] {
  return [...document.links]
    .filter((link) => link.origin === location.origin && link.checkVisibility())
    .map(({ pathname }) => pathname)
}

/** Whether the visitor's connection and settings allow requests that may turn out to be useless. */
function maySpendData(window: PrefetchOptions['window']): boolean {
  const { saveData = false, effectiveType = '4g' } = window.navigator.connection ?? {}
  return !saveData && effectiveType === '4g' && !window.matchMedia('(prefers-reduced-data: reduce)').matches
}
