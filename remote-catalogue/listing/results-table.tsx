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

/** Estimated height of a row on a wide screen; rendered rows are measured. */
const rowHeight = 170
/** Spare rows rendered beyond each edge, for arrow keys and quick scrolling. */
const spareRows = 4

interface ResultsTableProps {
  /** The table's accessible name. */
  readonly title: string
  readonly finding: SearchResults
  readonly isSearched: boolean
  readonly base: string
  readonly open: string | null
  /** Receives the function that focuses a row, rendered or not. */
  readonly focusRow: RefObject<FocusRow | undefined>
}

/** The results, best first. Only visible rows are rendered. */
export function ResultsTable({ title, finding, isSearched, base, open, focusRow }: ResultsTableProps) {
  const { positions, entryAt } = finding
  const room = useRef<HTMLTableSectionElement>(null)
  const openAt = open === null ? -1 : positions.findIndex((position) => entryAt(position)?.id === open)
  const { focusedAt, ...focusEvents } = useFocusedRow(positions)
  // Paint the visible results first, the spare rows after them.
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
    // Only for entries opened by URL: those the visitor opens are already visible.
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
        const position = positions[index] ?? -1
        const entry = entryAt(position)
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
                  // A variant among the results opens in its own row only.
                  open={openAt === -1 || openAt === index ? getOpenId(entry, open) : null}
                  reasons={reasonsAt(position)}
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

/** The space of rows that aren't rendered. */
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
): (position: number) => ReactNode {
  return useMemo(() => {
    const known = new Map<number, ReactNode>()
    return (position) => {
      const entry = entryAt(position)
      if (!isSearched || entry === undefined) return null
      const reasons = known.get(position) ?? <MatchReasons reasons={explainMatch(entry, match)} />
      known.set(position, reasons)
      return reasons
    }
  }, [match, entryAt, isSearched])
}
