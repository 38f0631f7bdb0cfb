import { NoScriptNote } from '@portico/kit/ui/no-script-note.tsx'
import {
  lazy,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Category } from '../../data/schema.ts'
import { type TryItRequest, TryItRequestContext } from '../../endpoint/try-it-request.ts'
import type { Entry } from '../../model/entry.ts'
import { useStoredChoice } from '../../model/stored-choice.ts'
import { useView } from '../../model/use-view.ts'
import { type ChangeView, isFiltered, type View } from '../../model/view.ts'
import { useApiTarget } from '../../request/use-api-target.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { ToggleButton } from '../../ui/toggle-button.tsx'
import { useOnceReady } from '../../ui/use-once-ready.ts'
import { type Density, storedDensity } from './density.ts'
import { EndpointTable, toRowEntries } from './endpoint-table.tsx'
import styles from './endpoints.module.css'
import { type GalleryState, useGallery } from './gallery/use-gallery.tsx'
import { MissingEntry } from './missing-entry.tsx'
import './no-script-search/no-script-search.module.css' // only the build loads the rest of it
import { SearchBar } from './search-bar.tsx'
import { type CategorySearch, useCategorySearch } from './use-category-search.ts'
import { type FocusRow, findOpened, focusEnd, useEntryEvents } from './use-entry-events.ts'
import { useScrollToOpen } from './use-scroll-to-open.ts'

/** Not generated: in the browser, hydration would generate another one. */
const panelId = 'catalogue-filters'
/** Longer lists are windowed like search results: only visible rows are rendered. */
const maxRenderedRows = 200
/** Rows of a long list that are shown until the search is ready. */
const initialRowCount = 12

interface EndpointsProps {
  readonly category: Category
  readonly title: string
}

/** Only in the build: a browser renders nothing in `noscript`, and its bundle has neither. */
const NoScriptSearch =
  typeof document === 'undefined'
    ? lazy(async () => ({
        default: (await import('./no-script-search/no-script-search.tsx')).NoScriptSearch,
      }))
    : null

/** The endpoints of a category, with its search and filters. */
export function Endpoints({ category, title }: EndpointsProps) {
  const [view, change] = useView()
  const showsAllRows = !isFiltered(view) && category.rows.length <= maxRenderedRows
  const [isPanelOpen, setPanelOpen] = useState(view.selection.size > 0)
  const [isAboutToSearch, setAboutToSearch] = useState(false)
  const categorySearch = useCategorySearch(category, !showsAllRows || isPanelOpen || isAboutToSearch)
  const list = useRef<HTMLDivElement>(null)
  const focusRow: FocusRowRef = useRef(undefined)
  const [density, setDensity] = useStoredChoice(storedDensity)
  const gallery = useGallery({ category, view, change, isAvailable: showsAllRows })
  const tableView = gallery.hasOpenEntry ? { ...view, openId: null } : view
  const { openId } = tableView
  const tryItRequest = useOpening(list, { openId, change, gallery, focusRow })
  const runOnceReady = useOnceReady(showsAllRows || isLoaded(categorySearch), view.text)
  const focusFirst = () => list.current && focusEnd(list.current, 'first', focusRow.current)
  return (
    <>
      <WithoutScript category={category} title={title} hasSearch={showsAllRows} />
      <SearchBar
        path={category.path}
        scope={`in ${title}`}
        view={view}
        change={change}
        isPanelOpen={isPanelOpen}
        panelId={panelId}
        onTogglePanel={() => setPanelOpen(!isPanelOpen)}
        onFocus={() => setAboutToSearch(true)}
        onEnter={() => runOnceReady(focusFirst)}
      >
        {gallery.toggle}
        <DensityToggle density={density} onChange={setDensity} />
      </SearchBar>
      {gallery.element}
      <TryItRequestContext value={tryItRequest}>
        <EntryTable
          category={category}
          title={title}
          density={density}
          view={tableView}
          change={change}
          showsAllRows={showsAllRows}
          categorySearch={categorySearch}
          focusRow={focusRow}
          list={list}
        >
          {(panel) => <FilterPanel isOpen={isPanelOpen}>{panel}</FilterPanel>}
        </EntryTable>
      </TryItRequestContext>
    </>
  )
}

interface Opening {
  readonly openId: string | null
  readonly change: ChangeView
  readonly gallery: GalleryState
  readonly focusRow: FocusRowRef
}

/** Opens and closes entries of the table. Returns the press of "Try it", which leads to the request of an open entry, too. */
function useOpening(list: RefObject<HTMLElement | null>, { openId, change, gallery, focusRow }: Opening) {
  const [tryItRequest, setTryItRequest] = useState<TryItRequest | null>(null)
  const open = (id: string | null) => {
    gallery.close()
    change({ openId: id })
  }
  const setOpenId = (id: string | null) => {
    setTryItRequest(null)
    open(id)
  }
  const onTry = (id: string) => {
    setTryItRequest({ id })
    if (id !== openId) open(id)
  }
  useEntryEvents(list, { openId, setOpenId, onTry, focusRow })
  const adoptedId = useRef<string | null>(null)
  // What the visitor has opened before hydration.
  const adopt = useEffectEvent(() => {
    const opened = list.current && findOpened(list.current)
    if (!opened || opened === openId) return
    adoptedId.current = opened
    change({ openId: opened }, { typing: true })
  })
  useLayoutEffect(() => adopt(), [])
  useScrollToOpen(list, openId, adoptedId)
  return tryItRequest
}

function isLoaded({ module, search }: CategorySearch): boolean {
  return module.status === 'loaded' && search !== null
}

function WithoutScript({ category, title, hasSearch }: EndpointsProps & { readonly hasSearch: boolean }) {
  return (
    <>
      <noscript>
        {NoScriptSearch && hasSearch && <NoScriptSearch category={category} title={title} />}
      </noscript>
      <NoScriptNote>To copy requests, turn on JavaScript.</NoScriptNote>
    </>
  )
}

function FilterPanel({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  return (
    <div id={panelId} hidden={!isOpen}>
      {isOpen && children}
    </div>
  )
}

interface DensityToggleProps {
  readonly density: Density
  readonly onChange: (density: Density) => void
}

function DensityToggle({ density, onChange }: DensityToggleProps) {
  const isCompact = density === 'compact'
  return (
    <ToggleButton aria-pressed={isCompact} onClick={() => onChange(isCompact ? 'comfortable' : 'compact')}>
      Compact
    </ToggleButton>
  )
}

type FocusRowRef = RefObject<FocusRow | undefined>

interface EntryTableProps extends EndpointsProps {
  readonly density: Density
  readonly view: View
  readonly change: ChangeView
  /** True: all rows are shown, in the order of the data. */
  readonly showsAllRows: boolean
  readonly categorySearch: CategorySearch
  readonly focusRow: FocusRowRef
  readonly list: RefObject<HTMLDivElement | null>
  /** Renders the filters. */
  readonly children: (panel: ReactNode) => ReactNode
}

function EntryTable(props: EntryTableProps) {
  const { category, title, density, view, change, showsAllRows, categorySearch, focusRow, list, children } =
    props
  const { module, search } = categorySearch
  const { base } = useApiTarget()
  const { text, selection, openId } = view
  const results = useMemo(() => search?.search({ text, selection }), [search, text, selection])
  const initialEntries = useMemo(() => getInitialEntries(category), [category])
  const loadedModule = module.status === 'loaded' && results !== undefined ? module.module : null
  const isReady = loadedModule !== null && results !== undefined
  const count = isReady && !showsAllRows ? loadedModule.describeResults(results, text) : ''
  return (
    <>
      {children(isReady && <loadedModule.FacetPanel view={view} change={change} counts={results.counts} />)}
      {module.status === 'failed' && !showsAllRows && <LoadError what="The search" retry={module.retry} />}
      <p aria-live="polite" className={styles.count}>
        {count}
      </p>
      <MissingEntry category={category} openId={openId} />
      <div ref={list} aria-busy={!showsAllRows && !isReady}>
        {showsAllRows || !isReady ? (
          <EndpointTable title={title} entries={initialEntries} base={base} openId={openId} />
        ) : results.positions.length === 0 ? (
          <loadedModule.NoResults view={view} change={change} />
        ) : (
          <loadedModule.ResultsTable
            title={title}
            results={results}
            density={density}
            base={base}
            openId={openId}
            focusRow={focusRow}
            hasText={text.trim() !== ''}
          />
        )}
      </div>
    </>
  )
}

function getInitialEntries({ path, rows }: Category): Entry[] {
  return toRowEntries(path, rows.length <= maxRenderedRows ? rows : rows.slice(0, initialRowCount))
}
