import { type FocusEvent, useRef } from 'react'

/** Which row of a windowed list has the focus in it, by listeners for the whole list: such a row has to stay. */
export function useFocusedRow(places: Uint32Array) {
  const focused = useRef<number | null>(null)
  return {
    /** Place in the list, or -1. */
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
