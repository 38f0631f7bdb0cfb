import type { Bounds, ContentPort, Host } from '@portico/kit/contract/contract.ts'
import { getAuthenticated } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { PrerenderMark } from '@portico/protocol/release/prerender.ts'
import { getNextName } from '@portico/protocol/session/next-page.ts'
import { showMessage } from '../pages/page-message.ts'
import { setUnsavedChanges } from '../pages/unsaved-changes.ts'
import type { SignalCollector } from '../remotes/reports/collect-signals.ts'
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
  /** Missing: no release is being rolled out. */
  readonly signals?: Pick<SignalCollector, 'report' | 'fail' | 'measure'> | undefined
}

/** Creates what the shell provides to every remote. */
export function createHost({ remotes, session, prerendered = null, signals, ...parts }: HostOptions): Host {
  const visitor = prerendered?.visitor ?? 'signed-out'
  const pages = remotes.flatMap((remote) => remote.release.pages)
  return {
    ...parts,
    session: { ...session, prerendered: { authenticated: getAuthenticated(visitor), record: null } },
    pages,
    nameNext: (address) => getNextName(pages, address),
    showMessage,
    setUnsavedChanges,
    report(error) {
      console.error(error)
      signals?.report(error)
    },
    failure(what) {
      console.error(`${what} failed`)
      signals?.fail()
    },
    measure(what, value, bounds) {
      if (isWithin(value, bounds)) return
      console.warn(`${what}: ${value} is out of bounds`, bounds)
      signals?.measure()
    },
  }
}

function isWithin(
  value: number,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Bounds,
): boolean {
  return value >= min && value <= max
}
