import type { ContentPort, Destination } from '@portico/kit/contract/contract.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { mayOpen } from '@portico/protocol/session/access.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import type { SessionStore } from '../session/session-store.ts'

interface DestinationSources {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: Pick<RemoteLoader, 'loadDestinations'>
  readonly session: Pick<SessionStore, 'read'>
  readonly content: ContentPort
}

/**
 * Loads the destinations of every remote with a page that has parameters and is open to the visitor: the others have none.
 * A remote that fails has none either, nor one that shows the owner's content
 * while that can't be loaded, as the search works without them.
 */
export async function loadDestinations({
  remotes,
  loader,
  session,
  content,
}: DestinationSources): Promise<Destination[]> {
  const { authenticated } = session.read()
  if (authenticated === undefined) return []
  const sources = remotes.filter(({ release }) =>
    release.pages.some((page) => page.path.includes('/:') && mayOpen(page, authenticated)),
  )
  const loaded = await Promise.all(
    sources.map(async (remote) => {
      const hasContent = remote.release.pages.some((page) => page.content !== undefined)
      try {
        if (hasContent) await content.load()
        return await loader.loadDestinations(remote, content)
      } catch {
        return []
      }
    }),
  )
  return loaded.flat()
}
