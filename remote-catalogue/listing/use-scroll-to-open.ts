import { type RefObject, useEffect, useRef } from 'react'
import { findLink } from './use-entry-events.ts'

/** Scrolls to an entry that navigation opens. A clicked entry is already visible. */
export function useScrollToOpen(list: RefObject<HTMLElement | null>, open: string | null): void {
  const before = useRef<string | null>(null)
  useEffect(() => {
    const element = list.current
    if (open === before.current || element === null) return
    const hadOpen = before.current !== null
    before.current = open
    if (open === null) return
    const look = () => {
      const link = findLink(element, open)
      if (link !== null && document.activeElement !== link) link.scrollIntoView({ block: 'start' })
      // A link in the previously open entry is gone.
      if (hadOpen && document.activeElement === document.body) link?.focus({ preventScroll: true })
      return link !== null
    }
    if (look()) return
    // A variant, or one of many results, is rendered a moment after the page.
    const watch = new MutationObserver(() => look() && watch.disconnect())
    watch.observe(element, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [list, open])
}
