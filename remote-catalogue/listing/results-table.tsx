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
import type { SearchResults } from '../search/catalogue-search.ts'
import { explainMatch } from '../search/explain-match.ts'
import { MatchReasons } from '../search/match-reasons.tsx'
import { EndpointRow, getOpenId } from './endpoint-row.tsx'
import tableStyles from './endpoint-table.module.css'
import { focusOnceAvailable } from './focus-once-available.ts'
import styles from './results-table.module.css'
import { TableHead } from './table-head.tsx'
import { roles } from './table-roles.ts'
import type { FocusRow } from './use-entry-events.ts'
import { useFocusedRow } from './use-focused-row.ts'
import { useIsPainted } from './use-is-painted.ts'
import { usePageOffset } from './use-page-offset.ts'

/** About what a row takes on a wide screen; the real height is measured as soon as it is there. */
const rowHeight = 170
/** Rows beyond each edge of the window: arrows and quick scrolling find them there. */
const spareRows = 4

interface ResultsTableProps {
  /** Names the table. */
  readonly title: string
  readonly finding: SearchResults
  readonly isSearched: boolean
  readonly base: string
  readonly open: string | null
  /** Takes how the focus goes to a row that may not be in the page. */
  readonly focusRow: RefObject<FocusRow | undefined>
}

/** What was found, best first. Only the rows in sight are in the page, however many there are. */
export function ResultsTable({ title, finding, isSearched, base, open, focusRow }: ResultsTableProps) {
  const { positions, entryAt } = finding
  const room = useRef<HTMLTableSectionElement>(null)
  const openAt = open === null ? -1 : positions.findIndex((place) => entryAt(place)?.id === open)
  const { focusedAt, ...focusEvents } = useFocusedRow(positions)
  // What a key has found is painted first, the spare rows after it.
  const isPainted = useIsPainted(finding)
  const virtualizer = useWindowVirtualizer<HTMLTableSectionElement>({
    count: positions.length,
    estimateSize: () => rowHeight,
    overscan: isPainted ? spareRows : 0,
    scrollMargin: usePageOffset(room, finding),
    // A new function for the same list would make the virtualizer measure all rows again.
    getItemKey: useCallback((at: number) => positions[at] ?? at, [positions]),
    rangeExtractor: (range) => addRows(range, [openAt, focusedAt()]),
  })
  const reasonsAt = useMatchReasons(finding, isSearched)
  const wasOpen = useRef<string | null>(null)
  useEffect(() => {
    let stop = () => {}
    focusRow.current = (row) => {
      const at = row === 'first' ? 0 : row === 'last' ? positions.length - 1 : row
      if (at < 0 || at >= positions.length) return
      stop()
      virtualizer.scrollToIndex(at)
      stop = focusOnceAvailable(() => findRowLink(room.current, at))
    }
    return () => {
      stop()
      focusRow.current = undefined
    }
  }, [focusRow, virtualizer, positions])
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
      aria-rowcount={positions.length + 1}
    >
      <TableHead />
      <Spacer ref={room} height={gapBefore(0)} />
      {items.map(({ index, key }, at) => {
        const place = positions[index] ?? -1
        const entry = entryAt(place)
        return (
          entry && (
            <Fragment key={key}>
              {at > 0 && gapBefore(at) > 0 && <Spacer height={gapBefore(at)} />}
              <tbody
                {...roles.group}
                ref={virtualizer.measureElement}
                data-index={index}
                className={tableStyles.body}
              >
                <EndpointRow
                  entry={entry}
                  base={base}
                  // A variant among the results opens there, and not in its row as well.
                  open={openAt === -1 || openAt === index ? getOpenId(entry, open) : null}
                  reasons={reasonsAt(place)}
                  index={index + 2}
                />
              </tbody>
            </Fragment>
          )
        )
      })}
      <Spacer height={end - (items.at(-1)?.end ?? 0)} />
    </table>
  )
}

interface SpacerProps {
  readonly ref?: Ref<HTMLTableSectionElement>
  /** In pixels. */
  readonly height: number
}

/** The room of rows that are not in the page. */
function Spacer({ ref, height }: SpacerProps) {
  return <tbody {...roles.group} ref={ref} className={styles.room} style={{ blockSize: height }} />
}

/** The indexes of the visible rows and of `others`, which stay rendered wherever they are; -1 means none. */
function addRows(range: Range, others: readonly number[]): number[] {
  const wanted = others.filter((at) => at >= 0 && at < range.count)
  return [...new Set([...defaultRangeExtractor(range), ...wanted])].sort((one, other) => one - other)
}

function findRowLink(room: HTMLElement | null, index: number): HTMLElement | null {
  return room?.parentElement?.querySelector(`[data-index="${index}"] a[data-entry]`) ?? null
}

/** The reasons for each entry, created once per search, so that scrolling doesn't render rows again. */
function useMatchReasons(
  { match, entryAt }: SearchResults,
  isSearched: boolean,
): (place: number) => ReactNode {
  return useMemo(() => {
    const known = new Map<number, ReactNode>()
    return (place) => {
      const entry = entryAt(place)
      if (!isSearched || entry === undefined) return null
      const reasons = known.get(place) ?? <MatchReasons reasons={explainMatch(entry, match)} />
      known.set(place, reasons)
      return reasons
    }
  }, [match, entryAt, isSearched])
}
