import type { ChosenRemote } from '@portico/shared/release/document.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import { matchPath } from 'react-router'
import { redirectFor } from '../routes/access.ts'
import type { SessionStore } from '../session/session-store.ts'
import type { RemoteLoader } from './remote-loader.ts'

/** What is needed to prefetch. */
export interface PrefetchParts {
  readonly remotes: readonly ChosenRemote[]
  readonly session: SessionStore
  readonly loader: Pick<RemoteLoader, 'prefetch'>
}

/** Fetches the entries of the remotes behind the links in sight, as far as the visitor may open them. */
export function prefetchLinked(parts: PrefetchParts): void {
  const linked = [...document.links].filter(
    (link) => link.origin === location.origin && link.checkVisibility(),
  )
  prefetchPaths(parts, new Set(linked.map((link) => link.pathname)))
}

/** Fetches the entries of the remotes that serve `paths`, as far as the visitor may open them. */
export function prefetchPaths({ remotes, session, loader }: PrefetchParts, paths: ReadonlySet<string>): void {
  const { authenticated } = session.read()
  if (authenticated === undefined) return
  const isOpen = (page: RemotePage) =>
    redirectFor(page.access, authenticated, page.path) === null &&
    [...paths].some((path) => matchPath(page.path, path) !== null)
  for (const remote of remotes) {
    if (remote.release.pages.some(isOpen)) void loader.prefetch(remote)
  }
}
