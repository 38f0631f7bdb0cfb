import { matchPage, type ReleasedRemote } from '../pages/match-page.ts'
import type { FactSources } from './fact-sources.ts'
import { pageFacts } from './page-facts.ts'
import type { Crumb } from './structured-data.ts'

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
