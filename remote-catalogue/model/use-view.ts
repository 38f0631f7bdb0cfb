import { useSearchParams } from '@portico/shared/contract/router.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { parseView, toSearchParams, type View } from './view.ts'

/** Pause in typing before the URL is updated; browsers allow only about 200 updates in 30 s. */
const typingPauseMs = 250

/** Changes a part of the view. `typing`: replaces the history entry, after a pause. */
export type ChangeView = (part: Partial<View>, how?: { readonly typing: boolean }) => void

/**
 * The view, as part of the URL, so that it can be shared and Back undoes it. The screen doesn't wait for the URL. A view
 * that arrives by navigation replaces the current one.
 */
export function useView(): readonly [View, ChangeView] {
  const [query, setQuery] = useSearchParams()
  const inAddress = query.toString()
  const [view, setView] = useState(() => parseView(query))
  const latest = useRef(view)
  const written = useRef(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The setter changes with every change of the URL.
  const set = useRef(setQuery)
  set.current = setQuery

  const show = useCallback((next: View) => {
    latest.current = next
    setView(next)
  }, [])

  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    clearTimeout(timer.current)
    show(parseView(new URLSearchParams(inAddress)))
  }, [inAddress, show])

  useEffect(() => () => clearTimeout(timer.current), [])

  const change = useCallback<ChangeView>(
    (part, { typing } = { typing: false }) => {
      show({ ...latest.current, ...part })
      clearTimeout(timer.current)
      const write = () => {
        set.current(
          (before) => {
            const after = toSearchParams(latest.current, before)
            written.current = after.toString()
            return after
          },
          { replace: typing, preventScrollReset: true },
        )
      }
      if (typing) timer.current = setTimeout(write, typingPauseMs)
      else write()
    },
    [show],
  )
  return [view, change]
}
