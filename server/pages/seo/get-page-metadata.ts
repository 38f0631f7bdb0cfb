import { getReleaseFolder } from '@portico/shared/paths.ts'
import type { PageMetadata } from '@portico/shared/release/page-metadata.ts'
import { hasParameters } from '@portico/shared/release/page-paths.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { isSamePath, type MatchedPage, type RemoteSelection } from '../selection/match-page.ts'
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

/** The metadata of the page at `path`: from its remote's metadata for this address, otherwise from its manifest. */
export function getPageMetadata(
  { remote, page }: MatchedPage,
  path: string,
  sources: MetadataSource,
): ResolvedMetadata {
  const metadata = sources.getMetadata(remote).filter((one) => one.path === page.path)
  const match = metadata.find((one) => isSamePath(one.head.address, path))
  const head = match?.head
  const address = head?.address ?? (hasParameters(page.path) ? null : page.path)
  return {
    title: head?.title ?? page.title,
    description: head?.description ?? page.summary ?? sources.site.headline,
    canonical: head?.canonical ?? address,
    jsonLd: head?.jsonLd ?? [],
    isIndexed: page.access === 'open' || page.access === 'private',
    image:
      match?.image === undefined
        ? null
        : getReleaseFolder(remote.name, getReleaseId(remote.release)) + match.image,
  }
}

/** The canonical paths of all open pages. */
export function getIndexedAddresses(remotes: readonly RemoteSelection[], sources: MetadataSource): string[] {
  const addresses = remotes.flatMap((remote) => {
    const open = remote.release.pages.filter((page) => page.access === 'open')
    const metadata = sources.getMetadata(remote)
    return open.flatMap((page) => {
      const described = metadata.filter((one) => one.path === page.path).map(({ head }) => head.address)
      const all = hasParameters(page.path) ? described : [page.path]
      return all.map((path) => getPageMetadata({ remote, page }, path, sources).canonical ?? path)
    })
  })
  return [...new Set(addresses)]
}
