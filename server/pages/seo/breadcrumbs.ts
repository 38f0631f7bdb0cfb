import { matchPage, type RemoteSelection } from '../selection/match-page.ts'
import { getPageMetadata } from './get-page-metadata.ts'
import type { Breadcrumb } from './json-ld.ts'
import type { MetadataSource } from './metadata-source.ts'

/** The pages from the home page to `address`, including both: one for each parent path that is a page. */
export function getBreadcrumbs(
  address: string,
  remotes: readonly RemoteSelection[],
  sources: MetadataSource,
): Breadcrumb[] {
  const segments = address.split('/').filter(Boolean)
  const parents = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
  return ['/', ...parents].flatMap((folder) => {
    const matched = matchPage(remotes, folder)
    if (matched === null) return []
    const name = folder === '/' ? sources.site.name : getPageMetadata(matched, folder, sources).title
    return [{ name, address: folder }]
  })
}
