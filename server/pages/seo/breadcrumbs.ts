import { matchPage, type RemoteSelection } from '../selection/match-page.ts'
import { getPageMetadata } from './get-page-metadata.ts'
import type { Breadcrumb } from './json-ld.ts'
import type { MetadataSource } from './metadata-source.ts'

/** The pages on the way from the home page to `address`, this one included: one for each folder that is a page. */
export function getBreadcrumbs(
  address: string,
  remotes: readonly RemoteSelection[],
  sources: MetadataSource,
): Breadcrumb[] {
  const segments = address.split('/').filter(Boolean)
  const folders = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
  return ['/', ...folders].flatMap((folder) => {
    const matched = matchPage(remotes, folder)
    if (matched === null) return []
    const name = folder === '/' ? sources.site.name : getPageMetadata(matched, folder, sources).title
    return [{ name, address: folder }]
  })
}
