import { releaseFolder } from '@portico/shared/paths.ts'
import type { PageHead } from '@portico/shared/release/page-head.ts'
import { releaseId } from '@portico/shared/release/release-record.ts'
import { isSamePath, type MatchedPage, type ReleasedRemote } from '../pages/match-page.ts'
import type { FactSources } from './fact-sources.ts'

/** What search engines and previews are told of an address. */
export interface PageFacts {
  readonly title: string
  readonly description: string
  /** The address of this site under which it is to be known; null: nobody knows which. */
  readonly canonical: string | null
  readonly things: NonNullable<PageHead['things']>
  readonly isIndexed: boolean
  /** Path of the picture that previews show of it; null: that of the site. */
  readonly picture: string | null
}

/** The facts of the page that serves `path`: what its remote says of this address, else what its manifest says. */
export function pageFacts({ remote, page }: MatchedPage, path: string, sources: FactSources): PageFacts {
  const heads = sources.headsOf(remote).filter((one) => one.path === page.path)
  const told = heads.find((one) => isSamePath(one.head.address, path))
  const head = told?.head
  const address = head?.address ?? (hasParameters(page.path) ? null : page.path)
  return {
    title: head?.title ?? page.title,
    description: head?.description ?? page.summary ?? sources.site.headline,
    canonical: head?.canonical ?? address,
    things: head?.things ?? [],
    isIndexed: page.access === 'open' || page.access === 'private',
    picture:
      told?.picture === undefined
        ? null
        : releaseFolder(remote.name, releaseId(remote.release)) + told.picture,
  }
}

/** Every address of the open pages, each under the name by which it is to be known. */
export function openAddresses(remotes: readonly ReleasedRemote[], sources: FactSources): string[] {
  const addresses = remotes.flatMap((remote) => {
    const open = remote.release.pages.filter((page) => page.access === 'open')
    const heads = sources.headsOf(remote)
    return open.flatMap((page) => {
      const told = heads.filter((one) => one.path === page.path).map(({ head }) => head.address)
      const all = hasParameters(page.path) ? told : [page.path]
      return all.map((path) => pageFacts({ remote, page }, path, sources).canonical ?? path)
    })
  })
  return [...new Set(addresses)]
}

function hasParameters(path: string): boolean {
  return /[:*]/.test(path)
}
