import { isSameEntry, type SavedLink, useSavedLinks } from '../favourites/use-saved-links.ts'
import { getEntryPath } from '../model/entry.ts'
import type { SiteResult } from './find-site-results.ts'
import { SiteResults } from './site-results.tsx'

/** Recently used entries and favourites, before anything is typed. */
export function SavedResults({ onSelect }: { readonly onSelect: () => void }) {
  const { favourites, recent } = useSavedLinks()
  const others = favourites.filter((link) => !recent.some((used) => isSameEntry(used, link)))
  return (
    <>
      <SiteResults label="Recent" results={recent.map(toResult)} onSelect={onSelect} />
      <SiteResults label="Favourites" results={others.map(toResult)} onSelect={onSelect} />
    </>
  )
}

function toResult(link: SavedLink): SiteResult {
  return { kind: 'page', name: link.name, path: getEntryPath(link) }
}
