import { type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react'
import type { Category } from '../data/schema.ts'
import type { Entry } from '../model/entry.ts'
import { type ChangeView, useView } from '../model/use-view.ts'
import { isNarrowed, type View } from '../model/view.ts'
import { useProvider } from '../request/use-api-target.ts'
import { ChunkFailure } from '../ui/load-error.tsx'
import { EndpointTable, rowEntries } from './endpoint-table.tsx'
import styles from './endpoints.module.css'
import { MissingEntry } from './missing-entry.tsx'
import { SearchBar } from './search-bar.tsx'
import { type Exploring, useFinder } from './use-category-search.ts'
import { type FocusFar, focusEnd, useEntryEvents } from './use-entry-events.ts'
import { useOpenInSight } from './use-scroll-to-open.ts'

/** More rows than this are shown as results are, of which only those in sight are in the page. */
const wholeTableRows = 200
/** So many of them stand there until the others can be found. */
const firstRows = 12

interface EndpointsProps {
  readonly category: Category
  readonly title: string
}

/** The endpoints of a category, with what narrows them. */
export function Endpoints({ category, title }: EndpointsProps) {
  const [view, change] = useView()
  const isWhole = !isNarrowed(view) && category.rows.length <= wholeTableRows
  const [isPanelOpen, setPanelOpen] = useState(view.choice.size > 0)
  const [isAboutToSearch, setAboutToSearch] = useState(false)
  const exploring = useFinder(category, !isWhole || isPanelOpen || isAboutToSearch)
  const list = useRef<HTMLDivElement>(null)
  const focusFar: FocusFarRef = useRef(undefined)
  const panelId = useId()
  const setOpen = (open: string | null) => change({ open })
  useEntryEvents(list, { open: view.open, setOpen, focusFar })
  useOpenInSight(list, view.open)
  return (
    <>
      <SearchBar
        what={`in ${title}`}
        view={view}
        change={change}
        isPanelOpen={isPanelOpen}
        panelId={panelId}
        onTogglePanel={() => setPanelOpen(!isPanelOpen)}
        onFocus={() => setAboutToSearch(true)}
        onEnter={() => list.current && focusEnd(list.current, 'first', focusFar.current)}
      />
      <Explored {...{ category, title, view, change, isWhole, exploring, focusFar, list }}>
        {(panel) => (
          <div id={panelId} hidden={!isPanelOpen}>
            {isPanelOpen && panel}
          </div>
        )}
      </Explored>
    </>
  )
}

type FocusFarRef = RefObject<FocusFar | undefined>

interface ExploredProps extends EndpointsProps {
  readonly view: View
  readonly change: ChangeView
  /** True: all rows are shown, in the order of the data. */
  readonly isWhole: boolean
  readonly exploring: Exploring
  readonly focusFar: FocusFarRef
  readonly list: RefObject<HTMLDivElement | null>
  /** Draws the place of the filters. */
  readonly children: (panel: ReactNode) => ReactNode
}

function Explored(props: ExploredProps) {
  const { category, title, view, change, isWhole, exploring, focusFar, list, children } = props
  const { chunk, finder } = exploring
  const { base } = useProvider()
  const { text, choice, open } = view
  const finding = useMemo(() => finder?.find({ text, choice }), [finder, text, choice])
  const whole = useMemo(() => firstEntries(category), [category])
  const part = chunk.status === 'loaded' && finding !== undefined ? chunk.part : null
  const isFound = part !== null && finding !== undefined
  const count = isFound && !isWhole ? part.foundInWords(finding, text) : ''
  return (
    <>
      {children(isFound && <part.FacetPanel view={view} change={change} counts={finding.counts} />)}
      {chunk.status === 'failed' && !isWhole && <ChunkFailure what="The search" retry={chunk.retry} />}
      <p aria-live="polite" className={styles.count}>
        {count}
      </p>
      <MissingEntry category={category} open={open} />
      <div ref={list} aria-busy={!isWhole && !isFound}>
        {isWhole || !isFound ? (
          <EndpointTable title={title} entries={whole} base={base} open={open} />
        ) : finding.places.length === 0 ? (
          <part.NoResults view={view} change={change} />
        ) : (
          <part.Results {...{ title, finding, base, open, focusFar }} isSearched={text.trim() !== ''} />
        )}
      </div>
    </>
  )
}

function firstEntries({ path, rows }: Category): Entry[] {
  return rowEntries(path, rows.length <= wholeTableRows ? rows : rows.slice(0, firstRows))
}
