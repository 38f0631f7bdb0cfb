import type { Destination } from '@portico/shared/contract/contract.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import { mayOpen } from '@portico/shared/session/access.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import type { SessionStore } from '../session/session-store.ts'

/** The inputs for loading destinations. */
interface DestinationSources {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: Pick<RemoteLoader, 'loadDestinations'>
  readonly session: Pick<SessionStore, 'read'>
}

/**
 * Loads the destinations of every remote with a page that has parameters and is open to the visitor: the others have none.
 * A remote that fails has none either, as the search works without them.
 */
export async function loadDestinations({
  remotes,
  loader,
  session,
}: DestinationSources): Promise<Destination[]> {
  const { authenticated } = session.read()
  if (authenticated === undefined) return []
  const sources = remotes.filter(({ release }) =>
    release.pages.some((page) => page.path.includes('/:') && mayOpen(page, authenticated)),
  )
  const loaded = await Promise.all(sources.map((remote) => loader.loadDestinations(remote).catch(() => [])))
  return loaded.flat()
}
