import { useHost } from '@portico/kit/contract/contract.ts'
import { isSearchFieldKey } from '@portico/kit/early-input.ts'
import { SearchField } from '@portico/kit/ui/search-field.tsx'
import { type KeyboardEvent, type ReactNode, type Ref, useMemo, useRef } from 'react'
import type { FacetSelection } from '../model/facet-values.ts'
import { describeResults } from '../search/describe-results.ts'
import { CopyAnnouncer } from '../ui/copy-announcer.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { useOnceReady } from '../ui/use-once-ready.ts'
import { EndpointResults } from './endpoint-results.tsx'
import { findSiteResults } from './find-site-results.ts'
import styles from './global-search.module.css'
import { moveFocus } from './move-focus.ts'
import { NoResultsHint } from './no-results-hint.tsx'
import { SavedResults } from './saved-results.tsx'
import { SiteResults } from './site-results.tsx'
import { useCatalogueSearch } from './use-catalogue-search.ts'
import { useDestinations } from './use-destinations.ts'

interface SearchBoxProps {
  readonly label: string
  readonly text: string
  readonly onTextChange: (text: string) => void
  readonly selection: FacetSelection
  /** Saved entries, pages and actions are listed before anything is typed. */
  readonly showsSuggestions: boolean
  /** Called when the visitor opens a result. */
  readonly onSelect: () => void
  readonly fieldRef?: Ref<HTMLInputElement>
  readonly layout: 'page' | 'dialog'
  /** Shown next to the field. */
  readonly fieldAside?: ReactNode
  /** Renders the filters, with the number of results for each value; undefined while the catalogue loads. */
  readonly renderFilters?: (counts: ReadonlyMap<string, number> | undefined) => ReactNode
  /** Shown below the field while the search is empty. */
  readonly children?: ReactNode
}

/** Searches all categories, the site's pages and its actions: a field, and the results below it. */
export function SearchBox(props: SearchBoxProps) {
  const { label, text, onTextChange, selection, showsSuggestions, onSelect, fieldRef, layout } = props
  const box = useRef<HTMLDivElement>(null)
  const { catalogue, results, siteResults, isSearching, isLoading, isIncomplete } = useSearchResults(props)
  const hasSiteResults = siteResults.length > 0
  // Partial matches only help when nothing else matches.
  const isShown = isSearching && results !== undefined && (results.match.hasAllWords || !hasSiteResults)
  const runOnceReady = useOnceReady(hasSiteResults || !isSearching || results !== undefined, text)
  const handleKeyDown = ({ nativeEvent }: KeyboardEvent) => {
    const move = () => box.current && moveFocus(nativeEvent, box.current)
    if (isSearchFieldKey(nativeEvent)) runOnceReady(move)
    else move()
  }
  return (
    <CopyAnnouncer>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the field and the links inside */}
      <div ref={box} className={styles.search} data-layout={layout} onKeyDown={handleKeyDown}>
        <div className={styles.field}>
          <SearchField ref={fieldRef} label={label} text={text} onTextChange={onTextChange} />
          {props.fieldAside}
        </div>
        {props.renderFilters?.(results?.counts)}
        <div className={styles.main} aria-busy={isIncomplete}>
          {catalogue.status === 'failed' && <LoadError what="The catalogue" retry={catalogue.retry} />}
          {isLoading && <p className={styles.count}>Loading...</p>}
          <p className={styles.count} aria-live="polite">
            {isSearching && results && describeResults(results, text, siteResults.length)}
          </p>
          <div className={styles.results}>
            {showsSuggestions && !isSearching && <SavedResults onSelect={onSelect} />}
            <SiteResults label="Pages and actions" results={siteResults} onSelect={onSelect} />
            {isShown && hasSiteResults && results.positions.length > 0 && (
              <p className={styles.group} aria-hidden="true">
                Endpoints
              </p>
            )}
            {isShown && <EndpointResults results={results} text={text} onSelect={onSelect} />}
            {isShown && results.positions.length === 0 && !hasSiteResults && (
              <NoResultsHint isFiltered={selection.size > 0} />
            )}
          </div>
          {!isSearching && props.children}
        </div>
      </div>
    </CopyAnnouncer>
  )
}

/** What the search finds, in the catalogue and on the site, and what is still loading. */
function useSearchResults({
  text,
  selection,
  showsSuggestions,
}: Pick<SearchBoxProps, 'text' | 'selection' | 'showsSuggestions'>) {
  const host = useHost()
  const catalogue = useCatalogueSearch()
  const search = catalogue.status === 'loaded' ? catalogue.module : null
  const results = useMemo(() => search?.search({ text, selection }), [search, text, selection])
  const isSearching = text.trim() !== '' || selection.size > 0
  const isLoading = isSearching && catalogue.status === 'loading'
  const findsSite = (isSearching || showsSuggestions) && selection.size === 0
  const destinations = useDestinations(findsSite)
  return {
    catalogue,
    results,
    siteResults: findsSite ? findSiteResults(host, destinations ?? [], text) : [],
    isSearching,
    isLoading,
    isIncomplete: isLoading || (isSearching && findsSite && destinations === null),
  }
}
