import type { ContentPort } from '@portico/kit/contract/contract.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { type DataSettings, maySpendData } from '@portico/kit/may-spend-data.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { overlaps } from '@portico/protocol/release/page-paths.ts'
import { mayOpen } from '@portico/protocol/session/access.ts'
import type { SessionStore } from '../session/session-store.ts'
import type { RemoteLoader } from './remote-loader.ts'

/** What preloading needs. */
export interface PreloadOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly session: SessionStore
  readonly loader: Pick<RemoteLoader, 'preload' | 'warm'>
}

/** What evaluating the code of a page in advance needs. */
export interface WarmOptions extends PreloadOptions {
  readonly content: Pick<ContentPort, 'load'>
}

/** Starts loading the remote of the page at `path`, which the navigation is about to request, if the visitor may open it. */
export function preloadPage(options: PreloadOptions, path: string): void {
  for (const { remote } of findPages(options, path)) options.loader.preload(remote)
}

type LinkWindow = Pick<Window, 'document' | 'location'> & DataSettings

/**
 * Evaluates the code of a page, and loads the owner's content that it shows, as soon as the pointer or the focus is on a link to it: a visitor needs a tenth of a second to
 * click, and so does the code. Nothing if the visitor saves data or has a slow connection.
 */
export function warmLinkedPages(options: WarmOptions, window: LinkWindow): void {
  const handle = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || link.origin !== window.location.origin || !maySpendData(window)) return
    for (const { remote, page } of findPages(options, link.pathname)) {
      options.loader.warm(remote, page.path)
      if (page.content !== undefined) options.content.load().catch(() => {}) // the page tries again
    }
  }
  for (const type of ['pointerover', 'focusin']) window.document.addEventListener(type, handle)
}

/** The pages at `path` that the visitor may open, with their remotes. */
function findPages({ remotes, session }: PreloadOptions, path: string) {
  const { authenticated } = session.read()
  if (authenticated === undefined) return []
  const isWanted = (page: RemotePage) => mayOpen(page, authenticated) && overlaps(page.path, path)
  return remotes.flatMap((remote) => remote.release.pages.filter(isWanted).map((page) => ({ remote, page })))
}
