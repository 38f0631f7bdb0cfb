import { useSearchParams } from '@portico/shared/contract/router.ts'
import { useIsHydrating } from '@portico/shared/use-is-hydrating.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
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
  const typed = useRef<TypedUpdate>(undefined)
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
    takeTyped(typed)
    applyView(parseView(new URLSearchParams(urlQuery)))
  }, [urlQuery, applyView])

  useEffect(() => {
    // Later, the update would end a navigation that has begun since: a link that is clicked right after typing.
    const writeNow = () => takeTyped(typed)?.()
    const drop = () => void takeTyped(typed)
    window.addEventListener('click', writeNow, true)
    window.addEventListener('popstate', drop)
    return () => {
      window.removeEventListener('click', writeNow, true)
      window.removeEventListener('popstate', drop)
      drop()
    }
  }, [])

  const change = useCallback<ChangeView>(
    (part, { typing } = { typing: false }) => {
      applyView({ ...latest.current, ...part })
      takeTyped(typed)
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
      if (typing) typed.current = { timer: setTimeout(() => takeTyped(typed)?.(), typingPauseMs), write }
      else write()
    },
    [applyView],
  )
  return [view, change]
}

/** An update of the URL that waits for a pause in typing. */
interface TypedUpdate {
  readonly timer: ReturnType<typeof setTimeout>
  readonly write: () => void
}

/** Ends the wait. Returns what then writes the URL, or nothing if no update waits. */
function takeTyped(typed: RefObject<TypedUpdate | undefined>): (() => void) | undefined {
  const { current } = typed
  typed.current = undefined
  clearTimeout(current?.timer)
  return current?.write
}
