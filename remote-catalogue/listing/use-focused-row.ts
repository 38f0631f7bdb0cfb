import { type FocusEvent, useRef } from 'react'

/** Tracks which row of a windowed list contains the focus, so that it stays rendered. */
export function useFocusedRow(places: Uint32Array) {
  const focused = useRef<number | null>(null)
  return {
    /** Index in the list, or -1. */
    focusedAt: () => (focused.current === null ? -1 : places.indexOf(focused.current)),
    onFocus: ({ target }: FocusEvent) => {
      const at = target.closest<HTMLElement>('[data-index]')?.dataset.index
      focused.current = at === undefined ? null : (places[Number(at)] ?? null)
    },
    onBlur: () => {
      focused.current = null
    },
  }
}
