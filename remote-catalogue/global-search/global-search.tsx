import { type SearchProps, useHost } from '@portico/shared/contract/contract.ts'
import { getInputClass } from '@portico/shared/ui/input-class.ts'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { ExportButtons } from '../export/export-buttons.tsx'
import { KeptWays } from '../favourites/saved-links.tsx'
import { useView } from '../model/use-view.ts'
import { foundInWords } from '../search/describe-results.ts'
import { FacetPanel } from '../search/facet-panel.tsx'
import { Copying } from '../ui/copying.tsx'
import { ChunkFailure } from '../ui/load-error.tsx'
import { placesFor } from './destinations.ts'
import { FoundEntries } from './endpoint-results.tsx'
import styles from './global-search.module.css'
import { moveFocus } from './move-focus.ts'
import { FoundNothing } from './no-results-hint.tsx'
import { FoundPlaces } from './page-results.tsx'
import { useSiteFinder } from './use-catalogue-search.ts'

/** Searches all categories, the site's pages and what can be done: on a page, and in the palette of the site. */
export function SiteFinder({ place, text, change, onChosen = () => {}, children }: SearchProps) {
  const host = useHost()
  const [view, changeView] = useView()
  const all = useSiteFinder()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // Who opens the palette wants to type.
  useEffect(() => {
    if (place === 'dialog') field.current?.focus()
  }, [place])
  const isLooking = text.trim() !== '' || (place === 'page' && view.choice.size > 0)
  useShownFirst(box, place === 'page' && isLooking)
  const choice = place === 'page' ? view.choice : noChoice
  const finder = all.status === 'loaded' ? all.part : null
  const places = isLooking || place === 'dialog' ? placesFor(host, text) : []
  const hasPlaces = places.length > 0 && choice.size === 0
  const finding = useMemo(() => finder?.find({ text, choice }), [finder, text, choice])
  // What has a part of the words is for who would find nothing else.
  const isShown = isLooking && finding !== undefined && (finding.found.hasAll || !hasPlaces)
  const press = (event: KeyboardEvent) => box.current && moveFocus(event.nativeEvent, box.current)
  return (
    <Copying>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and the links in it come by here */}
      <div ref={box} className={styles.finder} data-place={place} onKeyDown={press}>
        <label className={styles.label} htmlFor={id}>
          {place === 'page' ? 'Search all categories' : 'Search endpoints, pages and actions'}
        </label>
        <input
          ref={field}
          id={id}
          className={getInputClass()}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
        {place === 'page' && finding && (
          <details className={styles.filters} open={choice.size > 0}>
            <summary>Filters{choice.size > 0 && ` (${choice.size})`}</summary>
            <FacetPanel view={view} change={changeView} counts={finding.counts} />
          </details>
        )}
        {all.status === 'failed' && <ChunkFailure what="The catalogue" retry={all.retry} />}
        {isLooking && all.status === 'waiting' && <p className={styles.count}>Loading...</p>}
        <p className={styles.count} aria-live="polite">
          {isShown ? foundInWords(finding, text) : ''}
        </p>
        <div className={styles.found}>
          {hasPlaces && <FoundPlaces places={places} onChosen={onChosen} />}
          {isShown && <FoundEntries finding={finding} text={text} onChosen={onChosen} />}
          {isShown && finding.places.length === 0 && !hasPlaces && (
            <FoundNothing isNarrowed={choice.size > 0} />
          )}
        </div>
      </div>
      {!isLooking && place === 'page' && (
        <>
          <KeptWays onChosen={onChosen} />
          <ExportButtons />
        </>
      )}
      {!isLooking && children}
    </Copying>
  )
}

/** Who comes by an address that looks for something sees what was found, unless the page stands elsewhere already. */
function useShownFirst(box: RefObject<HTMLElement | null>, isLooking: boolean): void {
  const [wasLooking] = useState(isLooking)
  useEffect(() => {
    if (wasLooking && window.scrollY === 0) box.current?.scrollIntoView({ block: 'start' })
  }, [box, wasLooking])
}

const noChoice: ReturnType<typeof useView>[0]['choice'] = new Map()
