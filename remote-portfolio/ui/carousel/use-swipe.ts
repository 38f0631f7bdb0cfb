import { type PointerEvent, useRef } from 'react'

/** A shorter movement, in CSS pixels, is not a swipe (specification, section 9). */
const swipeThresholdPx = 40

/**
 * Props for an element that can be swiped by finger or pen, not by mouse, which selects text. Calls `step(1)` for a
 * swipe to the left and `step(-1)` for one to the right. The element needs `touch-action: pan-y`, or the browser treats
 * the gesture as scrolling.
 */
export function useSwipe(step: (by: 1 | -1) => void) {
  const start = useRef<{ readonly pointer: number; readonly x: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      start.current = event.pointerType === 'mouse' ? null : { pointer: event.pointerId, x: event.clientX }
    },
    onPointerUp(event: PointerEvent) {
      if (start.current?.pointer !== event.pointerId) return
      const movedPx = event.clientX - start.current.x
      start.current = null
      if (Math.abs(movedPx) >= swipeThresholdPx) step(movedPx < 0 ? 1 : -1)
    },
    onPointerCancel() {
      start.current = null
    },
  }
}
