import { useLayoutEffect, useRef } from 'react'

/** Moves the focus to the heading when `view` changes: the shell does so for a new page, not for a new view of one. */
export function useHeadingFocus(view: unknown): void {
  const before = useRef(view)
  useLayoutEffect(() => {
    if (before.current === view) return
    before.current = view
    document.querySelector<HTMLElement>('h1')?.focus()
  }, [view])
}
