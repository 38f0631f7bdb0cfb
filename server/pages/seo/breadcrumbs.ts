import { matchPage, type ReleasedRemote } from '../selection/match-page.ts'
import { pageFacts } from './get-page-metadata.ts'
import type { Crumb } from './json-ld.ts'
import type { FactSources } from './metadata-source.ts'

/** The pages on the way from the home page to `address`, this one included: one for each folder that is a page. */
export function crumbsTo(address: string, remotes: readonly ReleasedRemote[], sources: FactSources): Crumb[] {
  const segments = address.split('/').filter(Boolean)
  const folders = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
  return ['/', ...folders].flatMap((folder) => {
    const matched = matchPage(remotes, folder)
    if (matched === null) return []
    const name = folder === '/' ? sources.site.name : pageFacts(matched, folder, sources).title
    return [{ name, address: folder }]
  })
}
