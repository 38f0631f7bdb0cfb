import { type RefObject, useEffect, useRef } from 'react'
import { findLink } from './use-entry-events.ts'

/** Scrolls to the entry that an address opens, by a link or by going back; what is pressed is in sight already. */
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
      // A link in what was open before has gone with it.
      if (hadOpen && document.activeElement === document.body) link?.focus({ preventScroll: true })
      return link !== null
    }
    if (look()) return
    // A variant, or one of many results, comes a moment after the page.
    const watch = new MutationObserver(() => look() && watch.disconnect())
    watch.observe(element, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [list, open])
}
