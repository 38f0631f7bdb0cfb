import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { mayOpen } from '@portico/protocol/session/access.ts'

type Authenticated = boolean | null | undefined

/** Whether one of the pages is searchable and open to this visitor. */
export function canSearch(pages: readonly RemotePage[], authenticated: Authenticated): boolean {
  if (authenticated === undefined) return false
  return pages.some((page) => page.searchable && mayOpen(page, authenticated))
}

/** Finds the first remote with a searchable page that is open to this visitor, or null. */
export function findSearchableRemote(
  remotes: readonly SelectedRemote[],
  authenticated: Authenticated,
): SelectedRemote | null {
  return remotes.find(({ release }) => canSearch(release.pages, authenticated)) ?? null
}
