import { type RefObject, useEffect, useRef } from 'react'
import { findLink } from './use-entry-events.ts'

/**
 * Scrolls to an entry that navigation opens. One that is opened in its row is already visible, and Back returns to where the
 * visitor was: the shell has scrolled there before. `adoptedId` was opened before hydration.
 */
export function useScrollToOpen(
  list: RefObject<HTMLElement | null>,
  openId: string | null,
  adoptedId: RefObject<string | null>,
): void {
  const previousOpenId = useRef<string | null>(null)
  useEffect(() => {
    const element = list.current
    if (openId === previousOpenId.current || element === null) return
    const hadOpen = previousOpenId.current !== null
    previousOpenId.current = openId
    if (openId === null || openId === adoptedId.current) return
    const isAtTop = scrollY === 0
    const revealLink = () => {
      const link = findLink(element, openId)
      const row = link?.closest('[data-row]') ?? link
      if (isAtTop && row?.contains(document.activeElement) === false) link?.scrollIntoView({ block: 'start' })
      // A link in the previously open entry is gone.
      if (hadOpen && document.activeElement === document.body) link?.focus({ preventScroll: true })
      return link !== null
    }
    if (revealLink()) return
    // A variant, or one of many results, is rendered a moment after the page.
    const observer = new MutationObserver(() => revealLink() && observer.disconnect())
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [list, openId, adoptedId])
}
