import { type RefObject, useEffect, useId, useRef, useState } from 'react'

/** A panel and the button that shows and hides it. */
interface Disclosure {
  readonly isOpen: boolean
  readonly toggle: () => void
  /** Closes and gives the focus back to the button. */
  readonly close: () => void
  /** The element that holds the button and the panel. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  readonly panelId: string
}

/** A disclosure that Escape, a press or the focus elsewhere, and another path close. */
export function useDisclosure(path: string): Disclosure {
  const [isOpen, setOpen] = useState(false)
  const [pathSeen, setPathSeen] = useState(path)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  if (pathSeen !== path) {
    setPathSeen(path)
    setOpen(false)
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const { signal } = listening
    const closeElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeElsewhere, { signal })
    document.addEventListener('focusin', closeElsewhere, { signal })
    document.addEventListener('keydown', closeOnEscape, { signal })
    return () => listening.abort()
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen), close, root, button, panelId }
}
