import type { PageData } from '@portico/protocol/discovery/discovery-document.ts'
import { pollDiscovery } from '../remotes/poll-discovery.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { isWithdrawn } from '../remotes/reports/own-release.ts'
import { reselect } from '../remotes/reselect.ts'

/**
 * Uses newly selected releases of remotes that the page has not loaded. Returns a function that says whether the next page needs a new
 * document, because visitors no longer get the shell whose files are in `folder`, and nobody would lose by it.
 */
export function followDiscovery(
  { revision, remotes, shell }: PageData,
  loader: RemoteLoader,
  folder: string,
): () => boolean {
  let isOutdated = false
  pollDiscovery({
    revision,
    fetch: (...request) => fetch(...request),
    onDocument: (document) => {
      isOutdated = isWithdrawn(folder, shell, document.shell)
      for (const remote of remotes) {
        const now = document.remotes[remote.name]
        if (now !== undefined) loader.reselect(reselect(loader.getActive(remote).remote, now))
      }
    },
  })
  return () => isOutdated && navigator.onLine && !hasDraft()
}

/** Whether the visitor has written something in the layout, which stays while the pages change. */
function hasDraft(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('footer input')]
  return fields.some(({ type, value, defaultValue }) => type !== 'hidden' && value !== defaultValue)
}
