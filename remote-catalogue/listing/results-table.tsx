import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import type { Finding } from '../search/catalogue-search.ts'
import { reasonsFor } from '../search/explain-match.ts'
import { ReasonLine } from '../search/match-reasons.tsx'
import { EndpointRow, openIn } from './endpoint-row.tsx'
import tableStyles from './endpoint-table.module.css'
import { focusWhenThere } from './focus-once-available.ts'
import styles from './results-table.module.css'
import { TableHead } from './table-head.tsx'
import { roles } from './table-roles.ts'
import type { FocusFar } from './use-entry-events.ts'
import { useFocusedRow } from './use-focused-row.ts'
import { usePainted } from './use-is-painted.ts'
import { useOffset } from './use-page-offset.ts'

/** About what a row takes on a wide screen; the real height is measured as soon as it is there. */
const rowHeight = 170
/** Rows beyond each edge of the window: arrows and quick scrolling find them there. */
const spareRows = 4

interface ResultsProps {
  /** Names the table. */
  readonly title: string
  readonly finding: Finding
  readonly isSearched: boolean
  readonly base: string
  readonly open: string | null
  /** Takes how the focus goes to a row that may not be in the page. */
  readonly focusFar: RefObject<FocusFar | undefined>
}

/** What was found, best first. Only the rows in sight are in the page, however many there are. */
export function Results({ title, finding, isSearched, base, open, focusFar }: ResultsProps) {
  const { places, entryAt } = finding
  const room = useRef<HTMLTableSectionElement>(null)
  const openAt = open === null ? -1 : places.findIndex((place) => entryAt(place)?.id === open)
  const { focusedAt, ...focusEvents } = useFocusedRow(places)
  // What a key has found is painted first, the spare rows after it.
  const isPainted = usePainted(finding)
  const virtualizer = useWindowVirtualizer<HTMLTableSectionElement>({
    count: places.length,
    estimateSize: () => rowHeight,
    overscan: isPainted ? spareRows : 0,
    scrollMargin: useOffset(room, finding),
    // Another function for the same list would be a reason to measure all of it anew.
    getItemKey: useCallback((at: number) => places[at] ?? at, [places]),
    rangeExtractor: (range) => withRows(range, [openAt, focusedAt()]),
  })
  const reasonsAt = useReasons(finding, isSearched)
  const wasOpen = useRef<string | null>(null)
  useEffect(() => {
    let stop = () => {}
    focusFar.current = (row) => {
      const at = row === 'first' ? 0 : row === 'last' ? places.length - 1 : row
      if (at < 0 || at >= places.length) return
      stop()
      virtualizer.scrollToIndex(at)
      stop = focusWhenThere(() => rowLink(room.current, at))
    }
    return () => {
      stop()
      focusFar.current = undefined
    }
  }, [focusFar, virtualizer, places])
  useEffect(() => {
    // Only what the address opens: what the visitor opens is in sight.
    if (open !== null && wasOpen.current === null && openAt > spareRows) virtualizer.scrollToIndex(openAt)
    wasOpen.current = open
  }, [open, openAt, virtualizer])
  const items = virtualizer.getVirtualItems()
  const { scrollMargin } = virtualizer.options
  const gapBefore = (at: number) => (items[at]?.start ?? scrollMargin) - (items[at - 1]?.end ?? scrollMargin)
  const end = items.length === 0 ? 0 : virtualizer.getTotalSize() + scrollMargin
  return (
    <table
      {...roles.table}
      {...focusEvents}
      className={tableStyles.table}
      aria-label={`${title} results`}
      aria-rowcount={places.length + 1}
    >
      <TableHead />
      <Gap ref={room} height={gapBefore(0)} />
      {items.map(({ index, key }, at) => {
        const place = places[index] ?? -1
        const entry = entryAt(place)
        return (
          entry && (
            <Fragment key={key}>
              {at > 0 && gapBefore(at) > 0 && <Gap height={gapBefore(at)} />}
              <tbody
                {...roles.group}
                ref={virtualizer.measureElement}
                data-index={index}
                className={tableStyles.body}
              >
                <EndpointRow
                  entry={entry}
                  base={base}
                  // A variant that was found opens where it stands, and not in its row once more.
                  open={openAt === -1 || openAt === index ? openIn(entry, open) : null}
                  reasons={reasonsAt(place)}
                  index={index + 2}
                />
              </tbody>
            </Fragment>
          )
        )
      })}
      <Gap height={end - (items.at(-1)?.end ?? 0)} />
    </table>
  )
}

interface GapProps {
  readonly ref?: Ref<HTMLTableSectionElement>
  /** In pixels. */
  readonly height: number
}

/** The room of rows that are not in the page. */
function Gap({ ref, height }: GapProps) {
  return <tbody {...roles.group} ref={ref} className={styles.room} style={{ blockSize: height }} />
}

/** The places of the rows in sight and of `others`, which stay in the page wherever they are; -1 is none. */
function withRows(range: Range, others: readonly number[]): number[] {
  const wanted = others.filter((at) => at >= 0 && at < range.count)
  return [...new Set([...defaultRangeExtractor(range), ...wanted])].sort((one, other) => one - other)
}

function rowLink(room: HTMLElement | null, index: number): HTMLElement | null {
  return room?.parentElement?.querySelector(`[data-index="${index}"] a[data-entry]`) ?? null
}

/** The reasons of each entry, drawn once for each search, so that scrolling does not draw rows anew. */
function useReasons({ found, entryAt }: Finding, isSearched: boolean): (place: number) => ReactNode {
  return useMemo(() => {
    const known = new Map<number, ReactNode>()
    return (place) => {
      const entry = entryAt(place)
      if (!isSearched || entry === undefined) return null
      const reasons = known.get(place) ?? <ReasonLine reasons={reasonsFor(entry, found)} />
      known.set(place, reasons)
      return reasons
    }
  }, [found, entryAt, isSearched])
}
