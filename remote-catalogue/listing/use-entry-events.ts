import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to an end of a list, or to the row of this number, where that may not be in the page. */
export type FocusFar = (row: 'first' | 'last' | number) => void

/** What the events of a list of entries change. */
export interface EntryEvents {
  /** Id of the entry that is open. */
  readonly open: string | null
  readonly setOpen: (id: string | null) => void
  /** Of a list that holds only what is in sight; its rows have their number in `data-index`. */
  readonly focusFar: RefObject<FocusFar | undefined>
}

/**
 * Listens for all entries below `root`, once: a press on a name opens and closes it, arrows, Home and End go from name
 * to name, Escape closes what is open and gives the focus back.
 */
export function useEntryEvents(root: RefObject<HTMLElement | null>, events: EntryEvents): void {
  const latest = useRef(events)
  latest.current = events
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const stopped = new AbortController()
    const { signal } = stopped
    element.addEventListener('click', (event) => press(event, latest.current), { signal })
    element.addEventListener('keydown', (event) => pressKey(event, element, latest.current), { signal })
    return () => stopped.abort()
  }, [root])
}

const selector = 'a[data-entry]'

function press(event: MouseEvent, { open, setOpen }: EntryEvents): void {
  // With these the visitor asks the browser for something else: a tab, a window, a file.
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const id = linkOf(event.target)?.dataset.entry
  if (id === undefined) return
  event.preventDefault()
  setOpen(id === open ? null : id)
}

function pressKey(event: KeyboardEvent, root: HTMLElement, { open, setOpen, focusFar }: EntryEvents): void {
  if (event.key === 'Escape' && open !== null && !event.defaultPrevented) {
    event.preventDefault()
    setOpen(null)
    linkTo(root, open)?.focus()
    return
  }
  const link = linkOf(event.target)
  if (link === null || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
  const links = linksIn(root)
  const place = links.indexOf(link)
  const step = steps.get(event.key)
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
  event.preventDefault()
  if (step === undefined) focusEnd(root, event.key === 'Home' ? 'first' : 'last', focusFar.current)
  else focusNext(link, links[place + step], step, focusFar.current)
}

/** Moves the focus by a step; what stands beside `link` in the page may be far from it in the list. */
function focusNext(
  link: HTMLElement,
  next: HTMLElement | undefined,
  step: number,
  focusFar: FocusFar | undefined,
): void {
  const from = rowOf(link)
  const isBeside = next !== undefined && Math.abs(rowOf(next) - from) <= 1
  if (isBeside || focusFar === undefined) next?.focus()
  else focusFar(from + step)
}

function rowOf(link: HTMLElement): number {
  return Number(link.closest<HTMLElement>('[data-index]')?.dataset.index)
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** Moves the focus to the first name below `root`, or the last; by `focusFar` where that may not be in the page. */
export function focusEnd(root: HTMLElement, end: 'first' | 'last', focusFar?: FocusFar): void {
  if (focusFar) focusFar(end)
  else
    linksIn(root)
      .at(end === 'first' ? 0 : -1)
      ?.focus()
}

/** The name of the entry `id` below `root`. */
export function linkTo(root: HTMLElement, id: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`${selector}[data-entry="${CSS.escape(id)}"]`)
}

function linksIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

function linkOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}
