import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import { mayOpen } from '@portico/shared/session/access.ts'
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
  const { authenticated } = session.read()
  if (authenticated === undefined) return
  const isWanted = (page: RemotePage) => mayOpen(page, authenticated) && matchPath(page.path, path) !== null
  for (const remote of remotes) if (remote.release.pages.some(isWanted)) loader.preload(remote)
}
