import type { PageMetadata } from '@portico/kit/contract/page-metadata.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { getNext } from '@portico/protocol/session/access.ts'
import type { RemoteSelection } from '../../rollouts/selection/select-releases.ts'
import { isSamePath, type MatchedPage } from '../selection/match-page.ts'
import { findPage } from './find-page.ts'
import type { MetadataSource } from './metadata-source.ts'

/** The metadata of an address for search engines and link previews. */
export interface ResolvedMetadata {
  readonly title: string
  readonly description: string
  /** Canonical path; null: unknown. */
  readonly canonical: string | null
  readonly jsonLd: NonNullable<PageMetadata['jsonLd']>
  readonly isIndexed: boolean
  /** Path of its Open Graph image; null: the site's own. */
  readonly image: string | null
}

/**
 * The metadata of the page at `address`, a path with or without query: from its remote's metadata for this address,
 * otherwise from its manifest.
 */
export function getPageMetadata(
  { remote, page }: MatchedPage,
  address: string,
  sources: MetadataSource,
): ResolvedMetadata {
  const [path = '', query] = address.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const metadata = sources.getMetadata(remote).filter((entry) => entry.path === page.path)
  const matches = metadata.filter((entry) => isSamePath(getPath(entry.head.address), path))
  const getParameter = (entry: (typeof matches)[number]) => entry.head.address.split('?')[1]
  const match =
    matches.find((entry) => parameters.has(getParameter(entry) ?? '')) ??
    matches.find((entry) => getParameter(entry) === undefined)
  const head = match?.head
  const ownPath = head === undefined ? (hasParameters(page.path) ? null : page.path) : getPath(head.address)
  const folder = getReleaseFolder(remote.name, getReleaseId(remote.release))
  return {
    title: head?.title ?? page.title,
    description: head?.description ?? page.summary ?? sources.site.headline,
    canonical: head?.canonical ?? ownPath,
    jsonLd: head?.jsonLd ?? [],
    isIndexed: page.access === 'open' || page.access === 'private',
    image: head?.image ?? (match?.image === undefined ? null : folder + match.image),
  }
}

/**
 * The metadata of the page to which a sign-in page leads: a link to a private page is redirected to the sign-in, and its
 * preview should still show what it links to. null: none.
 */
export function getNextMetadata(
  { page }: MatchedPage,
  address: string,
  { remotes, sources }: { readonly remotes: readonly RemoteSelection[]; readonly sources: MetadataSource },
): ResolvedMetadata | null {
  const next = page.access === 'auth' ? getNext(address)?.replace(/#.*$/s, '') : undefined
  const matched = next === undefined ? null : findPage(remotes, getPath(next), sources)
  return matched === null || next === undefined ? null : getPageMetadata(matched, next, sources)
}

/** An address without its query. */
function getPath(address: string): string {
  return address.replace(/\?.*$/s, '')
}

/** The canonical paths of all open pages. */
export function getIndexedAddresses(remotes: readonly RemoteSelection[], sources: MetadataSource): string[] {
  const addresses = remotes.flatMap((remote) => {
    const open = remote.release.pages.filter((page) => page.access === 'open' && sources.exists(page))
    const metadata = sources.getMetadata(remote)
    return open.flatMap((page) => {
      const described = metadata
        .filter((entry) => entry.path === page.path)
        .map(({ head }) => getPath(head.address))
      const all = hasParameters(page.path) ? described : [page.path]
      return all.map((path) => getPageMetadata({ remote, page }, path, sources).canonical ?? path)
    })
  })
  return [...new Set(addresses)]
}
