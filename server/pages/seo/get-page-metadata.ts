import { getReleaseFolder } from '@portico/shared/paths.ts'
import type { PageMetadata } from '@portico/shared/release/page-metadata.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { isSamePath, type MatchedPage, type RemoteSelection } from '../selection/match-page.ts'
import type { MetadataSource } from './metadata-source.ts'

/** What search engines and previews are told of an address. */
export interface ResolvedMetadata {
  readonly title: string
  readonly description: string
  /** The address of this site under which it is to be known; null: nobody knows which. */
  readonly canonical: string | null
  readonly jsonLd: NonNullable<PageMetadata['jsonLd']>
  readonly isIndexed: boolean
  /** Path of the image that previews show of it; null: that of the site. */
  readonly image: string | null
}

/** The facts of the page that serves `path`: what its remote says of this address, else what its manifest says. */
export function getPageMetadata(
  { remote, page }: MatchedPage,
  path: string,
  sources: MetadataSource,
): ResolvedMetadata {
  const metadata = sources.getMetadata(remote).filter((one) => one.path === page.path)
  const told = metadata.find((one) => isSamePath(one.head.address, path))
  const head = told?.head
  const address = head?.address ?? (hasParameters(page.path) ? null : page.path)
  return {
    title: head?.title ?? page.title,
    description: head?.description ?? page.summary ?? sources.site.headline,
    canonical: head?.canonical ?? address,
    jsonLd: head?.jsonLd ?? [],
    isIndexed: page.access === 'open' || page.access === 'private',
    image:
      told?.image === undefined
        ? null
        : getReleaseFolder(remote.name, getReleaseId(remote.release)) + told.image,
  }
}

/** Every address of the open pages, each under the name by which it is to be known. */
export function getIndexedAddresses(remotes: readonly RemoteSelection[], sources: MetadataSource): string[] {
  const addresses = remotes.flatMap((remote) => {
    const open = remote.release.pages.filter((page) => page.access === 'open')
    const metadata = sources.getMetadata(remote)
    return open.flatMap((page) => {
      const told = metadata.filter((one) => one.path === page.path).map(({ head }) => head.address)
      const all = hasParameters(page.path) ? told : [page.path]
      return all.map((path) => getPageMetadata({ remote, page }, path, sources).canonical ?? path)
    })
  })
  return [...new Set(addresses)]
}

function hasParameters(path: string): boolean {
  return /[:*]/.test(path)
}
