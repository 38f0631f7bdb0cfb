import type { Host } from '@portico/shared/contract/contract.ts'
import type { ChosenRemote } from '@portico/shared/release/document.ts'
import type { Site } from '@portico/shared/site/site.ts'
import type { SessionStore } from './session/session-store.ts'

/** What the host is made of. */
export interface HostParts {
  readonly session: SessionStore
  readonly site: Site
  readonly remotes: readonly ChosenRemote[]
  readonly navigate: Host['navigate']
}

/** What the shell lends to every remote. */
export function createHost({ session, site, remotes, navigate }: HostParts): Host {
  return {
    session,
    site,
    pages: remotes.flatMap((remote) => remote.release.pages),
    navigate,
    report: (error) => console.error(error),
  }
}
