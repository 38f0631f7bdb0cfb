import { isComposed } from '@portico/kit/is-composed.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Focuses the first, the last or a numbered row of a list, rendered or not. */
export type FocusRow = (row: 'first' | 'last' | number) => void

/** Options of `useEntryEvents`. */
export interface EntryEvents {
  /** Id of the entry that is open. */
  readonly openId: string | null
  readonly setOpenId: (id: string | null) => void
  /** Called when the visitor wants to try an entry, open or not. */
  readonly onTry: (id: string) => void
  /** For a windowed list, whose rows have their number in `data-index`. */
  readonly focusRow: RefObject<FocusRow | undefined>
}

/**
 * Handles the events of all entries in `root` with one listener each: a click on a name, or anywhere else in its row,
 * opens and closes it, arrow keys, Home and End move between names, Escape closes the open entry and restores the focus.
 */
export function useEntryEvents(root: RefObject<HTMLElement | null>, events: EntryEvents): void {
  const latest = useRef(events)
  latest.current = events
  // Not a moment after hydration in which a browser opens a row by itself.
  useLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    const controller = new AbortController()
    const { signal } = controller
    element.addEventListener('click', (event) => handleClick(event, latest.current), { signal })
    element.addEventListener('keydown', (event) => handleKeyDown(event, element, latest.current), { signal })
    return () => controller.abort()
  }, [root])
}

const selector = '[data-entry]'
const controls = 'a, button, input, select, textarea, label, details'

function handleClick(event: MouseEvent, { openId, setOpenId, onTry }: EntryEvents): void {
  // With a modifier key, a click on a link opens a new tab or window, or downloads.
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.button !== 0 || (hasModifier && findClosest(event.target, 'summary') === null)) return
  const tryLink = findClosest(event.target, '[data-try]')
  if (tryLink?.dataset.try !== undefined) {
    event.preventDefault()
    tryLink.focus({ preventScroll: true }) // Safari doesn't focus links that are clicked.
    onTry(tryLink.dataset.try)
    return
  }
  const link = getLink(event.target) ?? getLinkOfRow(event)
  const id = link?.dataset.entry
  if (id === undefined) return
  event.preventDefault()
  link?.focus({ preventScroll: true })
  setOpenId(id === openId ? null : id)
}

/** The link of the row that was clicked outside its controls. null if the click selects text. */
function getLinkOfRow({ target, detail }: MouseEvent): HTMLElement | null {
  const isSelecting = detail > 1 || getSelection()?.isCollapsed === false
  if (isSelecting || findClosest(target, controls) !== null) return null
  return findClosest(target, '[data-row]')?.querySelector<HTMLElement>(selector) ?? null
}

function handleKeyDown(
  event: KeyboardEvent,
  root: HTMLElement,
  { openId, setOpenId, focusRow }: EntryEvents,
): void {
  if (isComposed(event)) return
  if (event.key === 'Escape' && openId !== null && !event.defaultPrevented) {
    event.preventDefault()
    setOpenId(null)
    findLink(root, openId)?.focus()
    return
  }
  const link = getLink(event.target)
  if (link === null || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
  const links = findLinks(root)
  const index = links.indexOf(link)
  const step = steps.get(event.key)
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
  event.preventDefault()
  if (step === undefined) focusEnd(root, event.key === 'Home' ? 'first' : 'last', focusRow.current)
  else focusNext(link, links[index + step], step, focusRow.current)
}

/** Moves the focus by one step. In a windowed list, the next link in the page may not be the next row. */
function focusNext(
  link: HTMLElement,
  next: HTMLElement | undefined,
  step: number,
  focusRow: FocusRow | undefined,
): void {
  const rowIndex = getRowIndex(link)
  const isAdjacent = next !== undefined && Math.abs(getRowIndex(next) - rowIndex) <= 1
  if (isAdjacent || focusRow === undefined) next?.focus()
  else focusRow(rowIndex + step)
}

function getRowIndex(link: HTMLElement): number {
  return Number(link.closest<HTMLElement>('[data-index]')?.dataset.index)
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** Focuses the first or the last name in `root`, by `focusRow` in a windowed list. */
export function focusEnd(root: HTMLElement, end: 'first' | 'last', focusRow?: FocusRow): void {
  if (focusRow) focusRow(end)
  else
    findLinks(root)
      .at(end === 'first' ? 0 : -1)
      ?.focus()
}

/** The link of the entry `id` in `root`. */
export function findLink(root: HTMLElement, id: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`${selector}[data-entry="${CSS.escape(id)}"]`)
}

/** The id of the row in `root` that is open in the page, whether React knows it or not. */
export function findOpened(root: HTMLElement): string | undefined {
  return root.querySelector<HTMLElement>(`details[open] > ${selector}`)?.dataset.entry
}

function findLinks(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

function getLink(target: EventTarget | null): HTMLElement | null {
  return findClosest(target, selector)
}

function findClosest(target: EventTarget | null, wanted: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(wanted) : null
}
