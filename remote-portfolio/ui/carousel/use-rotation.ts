import { useReducedMotion } from '@portico/kit/ui/reduced-motion.ts'
import { useLayoutEffect, useState } from 'react'

/** How long a slide is shown (specification, section 9). */
const slideIntervalMs = 5000

/** The state and the controls of a rotating carousel. */
export interface Rotation {
  /** Index of the visible slide. */
  readonly current: number
  /** The slides are changing automatically right now. */
  readonly isRotating: boolean
  /** The slides change automatically whenever nothing pauses them. */
  readonly isEnabled: boolean
  step(by: 1 | -1): void
  toggle(): void
  /** Spread on the element that pauses the rotation while it is hovered or has the focus. */
  readonly pauseHandlers: {
    onPointerEnter(): void
    onPointerLeave(): void
    onFocus(): void
    onBlur(): void
  }
}

/**
 * Rotates `count` slides as the carousel pattern of the ARIA Authoring Practices asks: hover and focus pause the
 * rotation, reduced motion turns it off, and Start resumes it immediately, even under the pointer, until the next pause.
 */
export function useRotation(count: number): Rotation {
  const [current, setCurrent] = useState(0)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isForced, setForced] = useState(false)
  const [choice, setChoice] = useState<'start' | 'stop' | null>(null)
  const isReduced = useReducedMotion()
  const isEnabled = choice === null ? !isReduced : choice === 'start'
  const isRotating = count > 1 && isEnabled && (isForced || !(isHovered || isFocused))
  const step = (by: 1 | -1) => setCurrent((now) => (now + by + count) % count)

  // A layout effect, so that the interval starts when the slide is painted. `current`: a manual change restarts it.
  useLayoutEffect(() => {
    if (!isRotating) return
    const timer = setTimeout(() => setCurrent((current + 1) % count), slideIntervalMs)
    return () => clearTimeout(timer)
  }, [isRotating, current, count])

  return {
    current,
    isRotating,
    isEnabled,
    step,
    toggle() {
      setChoice(isEnabled ? 'stop' : 'start')
      setForced(!isEnabled)
    },
    pauseHandlers: {
      onPointerEnter: () => pause(setHovered),
      onPointerLeave: () => setHovered(false),
      onFocus: () => pause(setFocused),
      onBlur: () => setFocused(false),
    },
  }

  function pause(set: (isPaused: boolean) => void): void {
    set(true)
    setForced(false)
  }
}
