import type { ContentPort, Host } from '@portico/kit/contract/contract.ts'
import { getAuthenticated } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { PrerenderMark } from '@portico/protocol/release/prerender.ts'
import { getNextName } from '@portico/protocol/session/next-page.ts'
import { showMessage } from '../pages/page-message.ts'
import { setUnsavedChanges } from '../pages/unsaved-changes.ts'
import type { SessionStore } from '../session/session-store.ts'

/** The inputs of the host. */
export interface HostOptions {
  readonly session: SessionStore
  /** The prerendered page. */
  readonly prerendered?: Pick<PrerenderMark, 'visitor'> | null
  readonly site: Site
  readonly content?: ContentPort | undefined
  readonly publicUrl?: string | undefined
  readonly signInWith?: Host['signInWith']
  readonly profile?: Host['profile']
  readonly remotes: readonly SelectedRemote[]
  readonly navigate: Host['navigate']
  readonly actions?: NonNullable<Host['actions']>
  readonly loadDestinations?: NonNullable<Host['loadDestinations']>
  readonly Showcase?: NonNullable<Host['Showcase']>
}

/** Creates what the shell provides to every remote. */
export function createHost({ remotes, session, prerendered = null, ...parts }: HostOptions): Host {
  const visitor = prerendered?.visitor ?? 'signed-out'
  const pages = remotes.flatMap((remote) => remote.release.pages)
  return {
    ...parts,
    session: { ...session, prerendered: { authenticated: getAuthenticated(visitor), record: null } },
    pages,
    nameNext: (address) => getNextName(pages, address),
    showMessage,
    setUnsavedChanges,
    report: (error) => console.error(error),
  }
}
