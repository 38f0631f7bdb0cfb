import { type PointerEvent, useRef } from 'react'

/** A finger that moves less than this, in CSS pixels, did not mean to swipe (specification, section 9). */
const swipeThresholdPx = 40

/**
 * Properties for an element that a finger or pen can swipe; the mouse is left alone, because it selects text.
 * `step(1)` is called for a swipe to the left, `step(-1)` for one to the right. The element needs
 * `touch-action: pan-y`, or the browser takes the gesture for scrolling.
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
