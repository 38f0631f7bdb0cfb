import { type RefObject, useEffect, useRef } from 'react'
import { linkTo } from '../entries/use-entry-events.ts'

/** Scrolls to the entry that an address opens, by a link or by going back; what is pressed is in sight already. */
export function useOpenInSight(list: RefObject<HTMLElement | null>, open: string | null): void {
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (open === before.current) return
    before.current = open
    const link = open === null || list.current === null ? null : linkTo(list.current, open)
    if (link === null || document.activeElement === link) return
    link.scrollIntoView({ block: 'start' })
  }, [list, open])
}
