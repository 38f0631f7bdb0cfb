import { type Destination, useHost } from '@portico/kit/contract/contract.ts'
import { isComposed } from '@portico/kit/is-composed.ts'
import { SearchField } from '@portico/kit/ui/search-field.tsx'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { loadCatalogue } from '../data/load-category.ts'
import { isSameEntry, type SavedLink, useSavedLinks } from '../favourites/use-saved-links.ts'
import { getEntryPath } from '../model/entry.ts'
import { type FacetSelection, textParameter } from '../model/facet-values.ts'
import { type CatalogueSearch, createCatalogueSearch } from '../search/catalogue-search.ts'
import { describeResults } from '../search/describe-results.ts'
import { CopyAnnouncer } from '../ui/copy-announcer.tsx'
import { createLazyModule, type LazyModuleState, useLazyModule } from '../ui/lazy-module.ts'
import { LoadError } from '../ui/load-error.tsx'
import { useOnceReady } from '../ui/use-once-ready.ts'
import { EndpointResults } from './endpoint-results.tsx'
import { findSiteResults, type SiteResult } from './find-site-results.ts'
import styles from './global-search.module.css'
import { SiteResults } from './site-results.tsx'

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
    if (isFieldKey(nativeEvent)) runOnceReady(move)
    else move()
  }
  return (
    <CopyAnnouncer>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the field and the links inside */}
      <div ref={box} className={styles.search} data-layout={layout} onKeyDown={handleKeyDown}>
        <div className={styles.field}>
          <SearchField
            ref={fieldRef}
            label={label}
            name={textParameter}
            text={text}
            onTextChange={onTextChange}
          />
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

/** Whether the key leads from the field to its results. */
function isFieldKey({ key, target, isComposing }: globalThis.KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && (key === 'ArrowDown' || key === 'Enter') && !isComposing
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/**
 * Moves the focus between the field and the results in `box`: arrow keys go up and down, Enter in the field opens the
 * first result, and typing on a result continues in the field.
 */
function moveFocus(event: globalThis.KeyboardEvent, container: HTMLElement): void {
  if (event.metaKey || event.ctrlKey || event.altKey || isComposed(event)) return
  const field = container.querySelector<HTMLInputElement>('input[type="search"]')
  const results = [...container.querySelectorAll<HTMLElement>('[data-result]')]
  const stops = field ? [field, ...results] : results
  const target = event.target instanceof Element ? event.target : null
  const index = stops.findIndex((stop) => stop === target || stop === findResultOfButton(target))
  const step = steps.get(event.key)
  if (index !== -1 && step !== undefined) {
    event.preventDefault()
    stops[index + step]?.focus()
  } else if (target === field && event.key === 'Enter') {
    event.preventDefault()
    results[0]?.click()
  } else if (index > 0 && target === stops[index] && event.key.length === 1 && event.key !== ' ')
    field?.focus()
}

/** The link of the result whose button has the focus. */
function findResultOfButton(target: Element | null): Element | null {
  return target?.closest('li')?.querySelector('[data-result]') ?? null
}

function NoResultsHint({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <p className={styles.hint}>
      {isFiltered
        ? 'No endpoints match your search and filters.'
        : 'Try what you have or what you want, such as “sticker” or “phone number”, or an operation, such as “ytdl”.'}
    </p>
  )
}

/** Recently used entries and favourites, before anything is typed. */
function SavedResults({ onSelect }: { readonly onSelect: () => void }) {
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

// Built once per page load: the palette opens often, and the index takes a moment to build.
const catalogueSearch = createLazyModule(async () => createCatalogueSearch(await loadCatalogue()))

function useCatalogueSearch(): LazyModuleState<CatalogueSearch> {
  const isHydrating = useIsHydrating()
  const state = useLazyModule(catalogueSearch)
  // The palette may have loaded it before the page is hydrated.
  return isHydrating ? { status: 'loading' } : state
}

const none: readonly Destination[] = []

/** The destinations of the other remotes; null until the search is enabled and they have loaded. */
function useDestinations(isEnabled: boolean): readonly Destination[] | null {
  const { loadDestinations } = useHost()
  const [destinations, setDestinations] = useState<readonly Destination[] | null>(null)
  useEffect(() => {
    if (!isEnabled || loadDestinations === undefined) return
    let isMounted = true
    void loadDestinations().then((loaded) => isMounted && setDestinations(loaded))
    return () => {
      isMounted = false
    }
  }, [isEnabled, loadDestinations])
  return loadDestinations === undefined ? none : destinations
}
