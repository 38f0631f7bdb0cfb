import { lazy, type ReactNode, useState } from 'react'
import { ExportButtons } from '../export/export-buttons.tsx'
import { SavedLinks } from '../favourites/saved-links.tsx'
import type { ChangeView, View } from '../model/view.ts'
import { FacetPanel } from '../search/facet-panel.tsx'
import { FilterButton } from '../search/filter-button.tsx'
import styles from './page-search.module.css'
import { SearchBox } from './search-box.tsx'

/** Only in the build: a browser renders nothing in `noscript`, and its bundle has neither. */
const NoScriptSearch =
  typeof document === 'undefined'
    ? lazy(async () => ({ default: (await import('./no-script-search.tsx')).NoScriptSearch }))
    : null

/** Not generated: in the browser, hydration would generate another one. */
const panelId = 'api-filters'

interface PageSearchProps {
  readonly view: View
  readonly change: ChangeView
  /** Shown below the field while the search is empty. */
  readonly children: ReactNode
}

/** The search on `/api`, with filters: next to the results on a wide screen, behind a button on a narrow one. */
export function PageSearch({ view, change, children }: PageSearchProps) {
  const { text, selection } = view
  const [isOpen, setOpen] = useState(selection.size > 0)
  return (
    <SearchBox
      label="Search all categories"
      text={text}
      onTextChange={(next) => change({ text: next }, { typing: true })}
      selection={selection}
      showsSuggestions={false}
      onSelect={() => {}}
      layout="page"
      fieldAside={
        <div className={styles.button}>
          <FilterButton
            selection={selection}
            isOpen={isOpen}
            panelId={panelId}
            onToggle={() => setOpen(!isOpen)}
          />
        </div>
      }
      renderFilters={(counts) => (
        <div id={panelId} className={styles.filters} data-open={isOpen}>
          <FacetPanel view={view} change={change} counts={counts} />
        </div>
      )}
    >
      <noscript>{NoScriptSearch && <NoScriptSearch />}</noscript>
      <SavedLinks />
      {children}
      <ExportButtons />
    </SearchBox>
  )
}
