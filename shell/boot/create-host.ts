import type { Host, HostAction } from '@portico/shared/contract/contract.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { Site } from '@portico/shared/site/site.ts'
import type { SessionStore } from '../session/session-store.ts'

/** What the host is made of. */
export interface HostOptions {
  readonly session: SessionStore
  readonly site: Site
  readonly remotes: readonly SelectedRemote[]
  readonly navigate: Host['navigate']
  readonly Search?: Host['Search'] | undefined
  readonly actions?: readonly HostAction[]
}

/** What the shell lends to every remote. */
export function createHost({ session, site, remotes, navigate, Search, actions = [] }: HostOptions): Host {
  return {
    session,
    site,
    pages: remotes.flatMap((remote) => remote.release.pages),
    navigate,
    ...(Search && { Search }),
    actions,
    report: (error) => console.error(error),
  }
}
