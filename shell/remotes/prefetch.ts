import { type DataSettings, maySpendData } from '@portico/kit/may-spend-data.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { DiscoveryDocument, SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { hasParameters, overlaps } from '@portico/protocol/release/page-paths.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { mayOpen } from '@portico/protocol/session/access.ts'
import { fetchIntoCache } from '../fetch-into-cache.ts'
import type { SessionStore } from '../session/session-store.ts'
import type { OwnerContent } from './owner-content.ts'
import { fetchDiscovery } from './poll-discovery.ts'
import type { RemoteLoader } from './remote-loader.ts'

/** A site has a few dozen pages. The bound is for sites with many more, where it only slows down the first click. */
const maxPages = 60

/** What prefetching needs. */
export interface PrefetchOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly session: SessionStore
  readonly loader: Pick<RemoteLoader, 'getActive'>
  readonly content: Pick<OwnerContent, 'address'>
  readonly fetch: typeof globalThis.fetch
  /** Resolves when the browser is idle and no page is loading. */
  readonly waitUntilIdle: () => Promise<void>
  readonly window: Pick<Window, 'document' | 'location'> & DataSettings
}

/**
 * Fetches the code of every page that the visitor may open, and the owner's content, into the browser's cache, so that a click
 * needs no request: those behind visible links first, one page at a time, each when the browser is idle. None of it runs before the
 * click. Starts
 * again when the visitor's state changes. Fetches nothing if the visitor saves data or has a slow connection. Failures are
 * silent: the page tries again when it is opened.
 */
export function startPrefetching(options: PrefetchOptions): void {
  const { session, fetch, waitUntilIdle, window } = options
  const requested = new Set(listInlineStyles(window))
  let runs = 0
  const fetchOnce = async (file: string) => {
    if (requested.has(file)) return
    requested.add(file)
    await fetchIntoCache(fetch, file)
  }
  const run = async () => {
    runs += 1
    const current = runs
    await waitUntilIdle()
    const { authenticated } = session.read()
    if (authenticated === undefined || !maySpendData(window)) return
    const document = await fetchDiscovery(fetch).catch(() => null)
    await waitUntilIdle()
    const pages = document === null ? [] : listPages(document, authenticated, options)
    for (const files of pages) {
      await waitUntilIdle()
      if (current !== runs || !maySpendData(window)) return
      await Promise.allSettled(files.map(fetchOnce))
    }
  }
  session.subscribe(() => void run())
  void run()
}

/** The files of each page that a visitor in this state may open. */
function listPages(
  document: DiscoveryDocument,
  authenticated: boolean | null,
  { remotes, loader, content, window }: Pick<PrefetchOptions, 'remotes' | 'loader' | 'content' | 'window'>,
): string[][] {
  const linked = listLinkedPaths(window)
  // Most paths have no parameter, and comparing each path with each link would be a long task on a large site.
  const isLinked = ({ path }: { path: string }) =>
    linked.has(path) || (hasParameters(path) && [...linked].some((link) => overlaps(path, link)))
  const pages = remotes.flatMap((selected) => {
    const { name, release, off } = loader.getActive(selected).remote
    const { stable, fallback, canary } = document.remotes[name] ?? {}
    const id = getReleaseId(release)
    const known = [stable, fallback, canary?.release].find(
      (release) => release && getReleaseId(release) === id,
    )
    // What only this visitor sees, such as a preview, isn't in the document.
    if (known === undefined || off !== undefined || release.folder !== undefined) return []
    const resolve = (path: string) => new URL(path, window.location.origin).href
    const toUrl = ({ file }: { readonly file: string }) => resolve(getReleaseFolder(name, id) + file)
    const contentOf = (page: { readonly content?: unknown }) =>
      page.content === undefined ? [] : [resolve(content.address)]
    return known.pages
      .filter((page) => mayOpen(page, authenticated))
      .map((page) => ({
        path: page.path,
        files: [...[known.entry, ...page.js, ...page.css].map(toUrl), ...contentOf(page)],
      }))
  })
  return [...new Set([...pages.filter(isLinked), ...pages])].slice(0, maxPages).map(({ files }) => files)
}

/** Style sheets that the page contains, which are never requested: see `claimInlineStyles`. */
function listInlineStyles({ document }: PrefetchOptions['window']): string[] {
  return [...document.querySelectorAll<HTMLElement>('style[data-href]')].map(
    ({ dataset }) => dataset.href ?? '',
  )
}

function listLinkedPaths({ document, location }: PrefetchOptions['window']): ReadonlySet<string> {
  const visible = [...document.links].filter(
    (link) => link.origin === location.origin && link.checkVisibility(),
  )
  return new Set(visible.map(({ pathname }) => pathname))
}
