import { useReducedMotion } from '@portico/shared/ui/reduced-motion.ts'
import { useLayoutEffect, useState } from 'react'

/** How long a slide stays, in milliseconds (specification, section 9). */
const slideIntervalMs = 5000

/** What a carousel needs to turn, and to stand still where it has to. */
export interface Rotation {
  /** Number of the slide that shows, from 0. */
  readonly current: number
  /** The slides change by themselves right now. */
  readonly rotates: boolean
  /** The slides change by themselves whenever nothing holds them. */
  readonly wanted: boolean
  step(by: 1 | -1): void
  toggle(): void
  /** For the element around everything that holds the slides while it is pointed at or has the focus. */
  readonly holding: {
    onPointerEnter(): void
    onPointerLeave(): void
    onFocus(): void
    onBlur(): void
  }
}

/**
 * Turns `count` slides as the carousel pattern of the ARIA Authoring Practices asks: pointer and focus hold them,
 * reduced motion stops them, and a visitor who presses Start gets motion at once, until the next hold.
 */
export function useRotation(count: number): Rotation {
  const [current, setCurrent] = useState(0)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [insists, setInsists] = useState(false)
  const [choice, setChoice] = useState<'start' | 'stop' | null>(null)
  const isReduced = useReducedMotion()
  const wanted = choice === null ? !isReduced : choice === 'start'
  const rotates = count > 1 && wanted && (insists || !(pointed || focused))
  const step = (by: 1 | -1) => setCurrent((now) => (now + by + count) % count)

  // The time of a slide begins with its drawing. A slide chosen by hand stays for a whole interval too, hence `current`.
  useLayoutEffect(() => {
    if (!rotates) return
    const timer = setTimeout(() => setCurrent((current + 1) % count), slideIntervalMs)
    return () => clearTimeout(timer)
  }, [rotates, current, count])

  return {
    current,
    rotates,
    wanted,
    step,
    toggle() {
      setChoice(wanted ? 'stop' : 'start')
      setInsists(!wanted)
    },
    holding: {
      onPointerEnter: () => hold(setPointed),
      onPointerLeave: () => setPointed(false),
      onFocus: () => hold(setFocused),
      onBlur: () => setFocused(false),
    },
  }

  function hold(set: (held: boolean) => void): void {
    set(true)
    setInsists(false)
  }
}
