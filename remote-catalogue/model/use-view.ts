import { useSearchParams } from '@portico/shared/contract/router.ts'
import { useIsHydrating } from '@portico/shared/use-is-hydrating.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { parseView, toSearchParams, type View } from './view.ts'

/** Pause in typing before the URL is updated; browsers allow only about 200 updates in 30 s. */
const typingPauseMs = 250

/** Changes a part of the view. `typing`: replaces the history entry, after a pause. */
export type ChangeView = (part: Partial<View>, how?: { readonly typing: boolean }) => void

/**
 * The view, as part of the URL, so that it can be shared and Back undoes it. The screen doesn't wait for the URL. A view
 * that arrives by navigation replaces the current one. The build knows no query, so hydration begins with an empty view.
 */
export function useView(): readonly [View, ChangeView] {
  const [query, setQuery] = useSearchParams()
  const urlQuery = query.toString()
  const isHydrating = useIsHydrating()
  const [view, setView] = useState(() => parseView(isHydrating ? new URLSearchParams() : query))
  const latest = useRef(view)
  const writtenQuery = useRef(isHydrating ? '' : urlQuery)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The setter changes with every change of the URL.
  const setQueryRef = useRef(setQuery)
  setQueryRef.current = setQuery

  const applyView = useCallback((next: View) => {
    latest.current = next
    setView(next)
  }, [])

  useLayoutEffect(() => {
    if (urlQuery === writtenQuery.current) return
    writtenQuery.current = urlQuery
    clearTimeout(timer.current)
    applyView(parseView(new URLSearchParams(urlQuery)))
  }, [urlQuery, applyView])

  useEffect(() => () => clearTimeout(timer.current), [])

  const change = useCallback<ChangeView>(
    (part, { typing } = { typing: false }) => {
      applyView({ ...latest.current, ...part })
      clearTimeout(timer.current)
      const write = () => {
        setQueryRef.current(
          (before) => {
            const after = toSearchParams(latest.current, before)
            writtenQuery.current = after.toString()
            return after
          },
          { replace: typing, preventScrollReset: true },
        )
      }
      if (typing) timer.current = setTimeout(write, typingPauseMs)
      else write()
    },
    [applyView],
  )
  return [view, change]
}
