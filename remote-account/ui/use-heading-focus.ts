import { useLayoutEffect, useRef } from 'react'

/** Focuses the heading when `view` changes: the shell does so for a new page, but not for a new view of the same page. */
export function useHeadingFocus(view: unknown): void {
  const previous = useRef(view)
  useLayoutEffect(() => {
    if (previous.current === view) return
    previous.current = view
    document.querySelector<HTMLElement>('h1')?.focus()
  }, [view])
}
