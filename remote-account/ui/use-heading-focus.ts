import { useLayoutEffect, useRef } from 'react'

/** Focuses the heading when `view` changes: the shell does so for a new page, but not for a new view of the same page. */
export function useHeadingFocus(view: unknown): void {
  const previous = useRef(view)
  useLayoutEffect(() => {
    if (previous.current === view) return
    previous.current = view
    focusHeading()
  }, [view])
}

/** Moves the focus to the page's heading, for example from a button that is about to disappear. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}
