import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'

/** A button and the popover that it opens. */
interface Menu<Popover extends HTMLElement> {
  /** The element that holds the button and the popover. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  readonly popover: RefObject<Popover | null>
  readonly popoverId: string
  /** Closes the menu and returns the focus to the button. */
  readonly close: () => void
}

/**
 * A menu in a popover. The browser itself opens it, and closes it on Escape or a click elsewhere, so a prerendered menu
 * works before hydration. Once hydrated it also closes when the focus leaves it, the path changes or the screen
 * becomes too wide for it.
 */
export function useMenu<Popover extends HTMLElement>(path: string): Menu<Popover> {
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<Popover>(null)
  const previousPath = useRef(path)
  const popoverId = useId()
  useLayoutEffect(() => {
    if (previousPath.current === path) return
    previousPath.current = path
    popover.current?.hidePopover()
  }, [path])
  useEffect(() => {
    const closeOnFocusElsewhere = ({ target }: FocusEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) popover.current?.hidePopover()
    }
    document.addEventListener('focusin', closeOnFocusElsewhere)
    return () => document.removeEventListener('focusin', closeOnFocusElsewhere)
  }, [])
  useEffect(() => {
    // On a wide screen there is no menu: its links are in the header.
    const closeWithoutButton = () => {
      if (popover.current?.matches(':popover-open') && !button.current?.checkVisibility())
        popover.current.hidePopover()
    }
    window.addEventListener('resize', closeWithoutButton)
    return () => window.removeEventListener('resize', closeWithoutButton)
  }, [])
  const close = () => {
    popover.current?.hidePopover()
    button.current?.focus()
  }
  return { root, button, popover, popoverId, close }
}
