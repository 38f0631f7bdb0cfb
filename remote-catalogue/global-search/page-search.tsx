import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ExportButtons } from '../export/export-buttons.tsx'
import { SavedLinks } from '../favourites/saved-links.tsx'
import type { ChangeView } from '../model/use-view.ts'
import { isFiltered, type View } from '../model/view.ts'
import { FacetPanel } from '../search/facet-panel.tsx'
import styles from './global-search.module.css'
import { SearchBox } from './search-box.tsx'

interface PageSearchProps {
  readonly view: View
  readonly change: ChangeView
  /** Shown below the field while the search is empty. */
  readonly children: ReactNode
}

/** The search on `/api`, with filters. Its text and filters are part of the URL. */
export function PageSearch({ view, change, children }: PageSearchProps) {
  const box = useRef<HTMLDivElement>(null)
  const [wasFiltered] = useState(() => isFiltered(view))
  useEffect(() => {
    // A link to a search shows its results, unless the browser has restored another scroll position.
    if (wasFiltered && window.scrollY === 0) box.current?.scrollIntoView({ block: 'start' })
  }, [wasFiltered])
  const { text, selection } = view
  return (
    <SearchBox
      boxRef={box}
      label="Search all categories"
      text={text}
      onTextChange={(next) => change({ text: next }, { typing: true })}
      selection={selection}
      showsAllDestinations={false}
      onSelect={() => {}}
      layout="page"
      renderFilters={(counts) => (
        <details className={styles.filters} open={selection.size > 0}>
          <summary>Filters{selection.size > 0 && ` (${selection.size})`}</summary>
          <FacetPanel view={view} change={change} counts={counts} />
        </details>
      )}
    >
      <SavedLinks />
      <ExportButtons />
      {children}
    </SearchBox>
  )
}
