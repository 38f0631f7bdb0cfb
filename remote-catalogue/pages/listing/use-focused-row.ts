import { type FocusEvent, useRef } from 'react'

/** Tracks which row of a windowed list contains the focus, so that it stays rendered. */
export function useFocusedRow(positions: Uint32Array) {
  const focused = useRef<number | null>(null)
  return {
    /** Index in the list, or -1. */
    getFocusedIndex: () => (focused.current === null ? -1 : positions.indexOf(focused.current)),
    onFocus: ({ target }: FocusEvent) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
      focused.current = index === undefined ? null : (positions[Number(index)] ?? null)
    },
    onBlur: () => {
      focused.current = null
    },
  }
}
