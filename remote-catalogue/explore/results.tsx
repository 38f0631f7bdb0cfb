import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FocusFar } from '../entries/use-entry-events.ts'
import { EndpointRow, openIn } from '../listing/endpoint-row.tsx'
import tableStyles from '../listing/endpoint-table.module.css'
import { TableHead } from '../listing/table-head.tsx'
import { roles } from '../listing/table-roles.ts'
import { reasonsFor } from '../search/reason.ts'
import type { Finding } from './finder.ts'
import { ReasonLine } from './reason-line.tsx'
import styles from './results.module.css'

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
  /** Takes how the focus goes to an end of the list. */
  readonly focusFar: RefObject<FocusFar | undefined>
}

/** What was found, best first. Only the rows in sight are in the page, however many there are. */
export function Results({ title, finding, isSearched, base, open, focusFar }: ResultsProps) {
  const { places, entryAt } = finding
  const room = useRef<HTMLTableSectionElement>(null)
  const virtualizer = useWindowVirtualizer<HTMLTableSectionElement>({
    count: places.length,
    estimateSize: () => rowHeight,
    overscan: spareRows,
    scrollMargin: useOffset(room, finding),
    getItemKey: (at) => places[at] ?? at,
  })
  const reasonsAt = useReasons(finding, isSearched)
  const openAt = places.findIndex((place) => entryAt(place)?.id === open)
  const wasOpen = useRef<string | null>(null)
  useEffect(() => {
    const at = (end: 'first' | 'last') => (end === 'first' ? 0 : places.length - 1)
    let stop = () => {}
    focusFar.current = (end) => {
      stop()
      virtualizer.scrollToIndex(at(end))
      stop = focusWhenThere(() => rowLink(room.current, at(end)))
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
  const before = (items[0]?.start ?? 0) - (items[0] ? virtualizer.options.scrollMargin : 0)
  const shownUntil = items.at(-1)?.end ?? 0
  const after =
    items.length === 0 ? 0 : virtualizer.getTotalSize() - (shownUntil - virtualizer.options.scrollMargin)
  return (
    <table
      {...roles.table}
      className={tableStyles.table}
      aria-label={`${title} results`}
      aria-rowcount={places.length + 1}
    >
      <TableHead />
      <tbody {...roles.group} ref={room} className={styles.room} style={{ blockSize: before }} />
      {items.map(({ index, key }) => {
        const place = places[index] ?? -1
        const entry = entryAt(place)
        return (
          entry && (
            <tbody
              {...roles.group}
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={tableStyles.body}
            >
              <EndpointRow
                entry={entry}
                base={base}
                open={openIn(entry, open)}
                reasons={reasonsAt(place)}
                index={index + 2}
              />
            </tbody>
          )
        )
      })}
      <tbody {...roles.group} className={styles.room} style={{ blockSize: after }} />
    </table>
  )
}

/** Frames until a far row is drawn: rows on the way are measured first. */
const maxFrames = 60

/** Moves the focus to what `find` finds, as soon as it is drawn; returns how to stop waiting. */
function focusWhenThere(find: () => HTMLElement | null): () => void {
  let frame = 0
  const look = (left: number) => {
    const link = find()
    if (link !== null) link.focus()
    else if (left > 0) frame = requestAnimationFrame(() => look(left - 1))
  }
  look(maxFrames)
  return () => cancelAnimationFrame(frame)
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

/** How far below the top of the page the element begins, in pixels; measured again for each `finding`. */
function useOffset(element: RefObject<HTMLElement | null>, finding: Finding): number {
  const [offset, setOffset] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above the list changes with it
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current !== null) setOffset(element.current.getBoundingClientRect().top + window.scrollY)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [element, finding])
  return offset
}
