import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import { getRedirect } from '@portico/shared/session/access.ts'
import { matchPath } from 'react-router'
import type { SessionStore } from '../session/session-store.ts'
import type { RemoteLoader } from './remote-loader.ts'

/** What preloading needs. */
export interface PreloadOptions<Method extends 'preload' | 'prefetch'> {
  readonly remotes: readonly SelectedRemote[]
  readonly session: SessionStore
  readonly loader: Pick<RemoteLoader, Method>
}

/** Fetches the entries of the remotes behind the visible links that the visitor may open. */
export function prefetchLinkedRemotes({ remotes, session, loader }: PreloadOptions<'prefetch'>): void {
  const linked = [...document.links].filter(
    (link) => link.origin === location.origin && link.checkVisibility(),
  )
  const paths = new Set(linked.map((link) => link.pathname))
  for (const remote of findAccessibleRemotes(remotes, session, paths)) void loader.prefetch(remote)
}

/** Starts loading the remote of the page at `path`, which the router is about to request, if the visitor may open it. */
export function preloadPage({ remotes, session, loader }: PreloadOptions<'preload'>, path: string): void {
  for (const remote of findAccessibleRemotes(remotes, session, new Set([path]))) loader.preload(remote)
}

/** The remotes that serve one of `paths` to this visitor. */
function findAccessibleRemotes(
  remotes: readonly SelectedRemote[],
  session: SessionStore,
  paths: ReadonlySet<string>,
): SelectedRemote[] {
  const { authenticated } = session.read()
  if (authenticated === undefined) return []
  const isOpen = (page: RemotePage) =>
    getRedirect(page.access, authenticated, page.path) === null &&
    [...paths].some((path) => matchPath(page.path, path) !== null)
  return remotes.filter(({ release }) => release.pages.some(isOpen))
}
