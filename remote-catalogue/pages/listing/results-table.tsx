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
import type { SearchResults } from '../../search/catalogue-search.ts'
import { explainMatch } from '../../search/explain-match.ts'
import { MatchReasons } from '../../search/match-reasons.tsx'
import type { Density } from './density.ts'
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
const rowHeights: Readonly<Record<Density, number>> = { comfortable: 78, compact: 56 }
/** Spare rows rendered beyond each edge, for arrow keys and quick scrolling. */
const spareRows = 4

interface ResultsTableProps {
  /** The table's accessible name. */
  readonly title: string
  readonly results: SearchResults
  readonly hasText: boolean
  readonly density: Density
  readonly base: string
  readonly openId: string | null
  /** Receives the function that focuses a row, rendered or not. */
  readonly focusRow: RefObject<FocusRow | undefined>
}

/** The results, best first. Only visible rows are rendered. */
export function ResultsTable(props: ResultsTableProps) {
  const { title, results, hasText, density, base, openId, focusRow } = props
  const { positions, getEntry } = results
  const topSpacer = useRef<HTMLTableSectionElement>(null)
  const openIndex =
    openId === null ? -1 : positions.findIndex((position) => getEntry(position)?.id === openId)
  const { getFocusedIndex, ...focusEvents } = useFocusedRow(positions)
  // Paint the visible results first, the spare rows after them.
  const isPainted = useIsPainted(results)
  const virtualizer = useWindowVirtualizer<HTMLTableSectionElement>({
    count: positions.length,
    estimateSize: () => rowHeights[density],
    overscan: isPainted ? spareRows : 0,
    scrollMargin: usePageOffset(topSpacer, results),
    // A new function for the same list would make the virtualizer measure all rows again.
    getItemKey: useCallback((index: number) => positions[index] ?? index, [positions]),
    rangeExtractor: (range) => addRows(range, [openIndex, getFocusedIndex()]),
  })
  const getReasons = useMatchReasons(results, hasText)
  const previousOpenId = useRef<string | null>(null)
  useEffect(() => {
    let cancelFocus = () => {}
    focusRow.current = (row) => {
      const index = row === 'first' ? 0 : row === 'last' ? positions.length - 1 : row
      if (index < 0 || index >= positions.length) return
      cancelFocus()
      virtualizer.scrollToIndex(index)
      cancelFocus = focusOnceAvailable(() => findRowLink(topSpacer.current, index))
    }
    return () => {
      cancelFocus()
      focusRow.current = undefined
    }
  }, [focusRow, virtualizer, positions])
  useEffect(() => {
    // Only for entries opened by URL: those the visitor opens, or returns to, are already visible.
    if (openId !== null && previousOpenId.current === null && openIndex > spareRows && scrollY === 0)
      virtualizer.scrollToIndex(openIndex)
    previousOpenId.current = openId
  }, [openId, openIndex, virtualizer])
  const items = virtualizer.getVirtualItems()
  const { scrollMargin } = virtualizer.options
  const gapBefore = (index: number) =>
    (items[index]?.start ?? scrollMargin) - (items[index - 1]?.end ?? scrollMargin)
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
      <Spacer ref={topSpacer} height={gapBefore(0)} />
      {items.map(({ index, key }, itemNumber) => {
        const position = positions[index] ?? -1
        const entry = getEntry(position)
        return (
          entry && (
            <Fragment key={key}>
              {itemNumber > 0 && gapBefore(itemNumber) > 0 && <Spacer height={gapBefore(itemNumber)} />}
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
                  openId={openIndex === -1 || openIndex === index ? getOpenId(entry, openId) : null}
                  reasons={getReasons(position)}
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
  return <tbody {...roles.group} ref={ref} className={styles.spacer} style={{ blockSize: height }} />
}

/** The indexes of the visible rows and of `others`, which stay rendered wherever they are; -1 means none. */
function addRows(range: Range, extra: readonly number[]): number[] {
  const valid = extra.filter((index) => index >= 0 && index < range.count)
  return [...new Set([...defaultRangeExtractor(range), ...valid])].sort((a, b) => a - b)
}

function findRowLink(spacer: HTMLElement | null, rowIndex: number): HTMLElement | null {
  return spacer?.parentElement?.querySelector(`[data-index="${rowIndex}"] a[data-entry]`) ?? null
}

/** The reasons for each entry, created once per search, so that scrolling doesn't render rows again. */
function useMatchReasons(
  { match, getEntry }: SearchResults,
  isSearched: boolean,
): (position: number) => ReactNode {
  return useMemo(() => {
    const cache = new Map<number, ReactNode>()
    return (position) => {
      const entry = getEntry(position)
      if (!isSearched || entry === undefined) return null
      const reasons = cache.get(position) ?? <MatchReasons reasons={explainMatch(entry, match)} />
      cache.set(position, reasons)
      return reasons
    }
  }, [match, getEntry, isSearched])
}
