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
  const { virtualizer, items, gapBefore, gapAfter } = useVirtualRows({
    results,
    density,
    topSpacer,
    listKeptRows: () => [openIndex, getFocusedIndex()],
  })
  const getReasons = useMatchReasons(results, hasText)
  useFocusRow(focusRow, { virtualizer, positions, topSpacer })
  useScrollToOpenRow(virtualizer, openId, openIndex)
  const renderRow = (index: number) => {
    const position = positions[index] ?? -1
    const entry = getEntry(position)
    if (entry === undefined) return null
    // A variant among the results opens in its own row only.
    const open = openIndex === -1 || openIndex === index ? getOpenId(entry, openId) : null
    const reasons = getReasons(position)
    return (
      <TableBody ref={virtualizer.measureElement} index={index}>
        <EndpointRow entry={entry} base={base} openId={open} reasons={reasons} index={index + 2} />
      </TableBody>
    )
  }
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
      {items.map(({ index, key }, itemNumber) => (
        <Fragment key={key}>
          {itemNumber > 0 && gapBefore(itemNumber) > 0 && <Spacer height={gapBefore(itemNumber)} />}
          {renderRow(index)}
        </Fragment>
      ))}
      <Spacer height={gapAfter} />
    </table>
  )
}

interface TableBodyProps {
  readonly ref: Ref<HTMLTableSectionElement>
  readonly index: number
  readonly children: ReactNode
}

function TableBody({ ref, index, children }: TableBodyProps) {
  return (
    <tbody {...roles.group} ref={ref} data-index={index} className={tableStyles.body}>
      {children}
    </tbody>
  )
}

interface VirtualRowsOptions extends Pick<ResultsTableProps, 'results' | 'density'> {
  readonly topSpacer: RefObject<HTMLElement | null>
  /** The indexes of rows that stay rendered wherever they are; -1 means none. */
  readonly listKeptRows: () => readonly number[]
}

/** The rows to render, and the height of those that aren't: before each of them and after the last. */
function useVirtualRows({ results, density, topSpacer, listKeptRows }: VirtualRowsOptions) {
  const { positions } = results
  // Paint the visible results first, the spare rows after them.
  const isPainted = useIsPainted(results)
  const virtualizer = useWindowVirtualizer<HTMLTableSectionElement>({
    count: positions.length,
    estimateSize: () => rowHeights[density],
    overscan: isPainted ? spareRows : 0,
    scrollMargin: usePageOffset(topSpacer, results),
    // A new function for the same list would make the virtualizer measure all rows again.
    getItemKey: useCallback((index: number) => positions[index] ?? index, [positions]),
    rangeExtractor: (range) => addRows(range, listKeptRows()),
  })
  const items = virtualizer.getVirtualItems()
  const { scrollMargin } = virtualizer.options
  const end = items.length === 0 ? 0 : virtualizer.getTotalSize() + scrollMargin
  return {
    virtualizer,
    items,
    gapBefore: (index: number) =>
      (items[index]?.start ?? scrollMargin) - (items[index - 1]?.end ?? scrollMargin),
    gapAfter: end - (items.at(-1)?.end ?? 0),
  }
}

type Virtualizer = ReturnType<typeof useWindowVirtualizer<HTMLTableSectionElement>>

interface FocusableRows extends Pick<SearchResults, 'positions'> {
  readonly virtualizer: Virtualizer
  readonly topSpacer: RefObject<HTMLElement | null>
}

/** Gives `focusRow` the function that scrolls to a row and focuses it. */
function useFocusRow(
  focusRow: ResultsTableProps['focusRow'],
  { virtualizer, positions, topSpacer }: FocusableRows,
): void {
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
  }, [focusRow, virtualizer, positions, topSpacer])
}

/** Scrolls to the entry that the address opens. Those the visitor opens, or returns to, are already visible. */
function useScrollToOpenRow(virtualizer: Virtualizer, openId: string | null, openIndex: number): void {
  const previousOpenId = useRef<string | null>(null)
  useEffect(() => {
    if (openId !== null && previousOpenId.current === null && openIndex > spareRows && scrollY === 0)
      virtualizer.scrollToIndex(openIndex)
    previousOpenId.current = openId
  }, [openId, openIndex, virtualizer])
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

/** The indexes of the visible rows and of `extra` ones; -1 means none. */
function addRows(range: Range, extra: readonly number[]): number[] {
  const valid = extra.filter((index) => index >= 0 && index < range.count)
  return [...new Set([...defaultRangeExtractor(range), ...valid])].sort((a, b) => a - b)
}

function findRowLink(spacer: HTMLElement | null, rowIndex: number): HTMLElement | null {
  return spacer?.parentElement?.querySelector(`[data-index="${rowIndex}"] [data-entry]`) ?? null
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
