import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import { getRedirect } from '@portico/shared/session/access.ts'
import { matchPath } from 'react-router'
import type { SessionStore } from '../session/session-store.ts'
import type { RemoteLoader } from './remote-loader.ts'

/** What preloading needs. */
export interface PreloadOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly session: SessionStore
  readonly loader: Pick<RemoteLoader, 'preload'>
}

/** Starts loading the remote of the page at `path`, which the router is about to request, if the visitor may open it. */
export function preloadPage({ remotes, session, loader }: PreloadOptions, path: string): void {
  for (const remote of findAccessibleRemotes(remotes, session, path)) loader.preload(remote)
}

/** The remotes that serve `path` to this visitor. */
function findAccessibleRemotes(
  remotes: readonly SelectedRemote[],
  session: SessionStore,
  path: string,
): SelectedRemote[] {
  const { authenticated } = session.read()
  if (authenticated === undefined) return []
  const isOpen = (page: RemotePage) =>
    getRedirect(page.access, authenticated, page.path) === null && matchPath(page.path, path) !== null
  return remotes.filter(({ release }) => release.pages.some(isOpen))
}
