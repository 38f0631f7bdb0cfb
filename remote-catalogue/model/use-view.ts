import { useLocation, useSearchParams } from '@portico/kit/contract/router.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type ChangeView, parseView, toSearchParams, type View } from './view.ts'

/** Pause in typing before the URL is updated; browsers allow only about 200 updates in 30 s. */
const typingPauseMs = 250

/**
 * The view, as part of the URL, so that it can be shared and Back undoes it. The screen doesn't wait for the URL. A view
 * that arrives by navigation replaces the current one. The build knows no query, so hydration begins with an empty view.
 */
export function useView(): readonly [View, ChangeView] {
  const [query, setQuery] = useSearchParams()
  const first = useIsHydrating() ? new URLSearchParams() : query
  const [view, setView] = useState(() => parseView(first))
  const latest = useRef(view)
  const known = useRef<KnownQueries>({ newest: first.toString(), unrendered: none })
  const typed = useRef<TypedUpdate>(undefined)

  const show = useCallback((next: View) => {
    latest.current = next
    setView(next)
  }, [])
  const read = useCallback(
    (newest: string) => {
      const isNew = newest !== known.current.newest
      known.current = { newest, unrendered: none }
      if (!isNew) return
      takeTyped(typed)
      show(parseView(new URLSearchParams(newest)))
    },
    [show],
  )
  useRenderedQuery(query.toString(), known, read)
  useNavigationEvents(typed, read)

  const write = useWrite(setQuery, latest, known)
  const change = useCallback<ChangeView>(
    (part, { typing } = { typing: false }) => {
      show({ ...latest.current, ...part })
      takeTyped(typed)
      const writeNow = () => write({ replace: typing })
      if (!typing) writeNow()
      else typed.current = { timer: setTimeout(() => takeTyped(typed)?.(), typingPauseMs), write: writeNow }
    },
    [show, write],
  )
  return [view, change]
}

/** The queries that the page has read from the URL or written to it. */
interface KnownQueries {
  readonly newest: string
  /** Written, but not rendered yet. */
  readonly unrendered: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** Reads the URL's query when it is rendered. */
function useRenderedQuery(
  urlQuery: string,
  known: RefObject<KnownQueries>,
  read: (query: string) => void,
): void {
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a location of the same query shows that all written before are rendered
  useLayoutEffect(() => {
    const { newest, unrendered } = known.current
    // A busy device renders it after a newer one has been written, which follows.
    if (urlQuery === newest || !unrendered.has(urlQuery)) read(urlQuery)
  }, [location, urlQuery, known, read])
}

/** A click writes what has been typed; Back and Forward drop it, and what they lead to is read. */
function useNavigationEvents(typed: RefObject<TypedUpdate | undefined>, read: (query: string) => void): void {
  const { pathname } = useLocation()
  useEffect(() => {
    // Later, the update would end a navigation that has begun since: a link that is clicked right after typing.
    const writeNow = () => takeTyped(typed)?.()
    const drop = () => void takeTyped(typed)
    const move = () => {
      drop()
      // Nothing is rendered if the visitor returns from a view whose URL has not been rendered yet.
      if (window.location.pathname === pathname) read(new URLSearchParams(window.location.search).toString())
    }
    window.addEventListener('click', writeNow, true)
    window.addEventListener('popstate', move)
    return () => {
      window.removeEventListener('click', writeNow, true)
      window.removeEventListener('popstate', move)
      drop()
    }
  }, [pathname, typed, read])
}

/** Returns a function that writes the latest view to the URL. */
function useWrite(
  setQuery: ReturnType<typeof useSearchParams>[1],
  latest: RefObject<View>,
  known: RefObject<KnownQueries>,
): (options: { readonly replace: boolean }) => void {
  // The setter changes with every change of the URL.
  const setQueryRef = useRef(setQuery)
  setQueryRef.current = setQuery
  return useCallback(
    ({ replace }) => {
      setQueryRef.current(
        (before) => {
          const after = toSearchParams(latest.current, before)
          const newest = after.toString()
          known.current = { newest, unrendered: new Set([...known.current.unrendered, newest]) }
          return after
        },
        { replace, preventScrollReset: true },
      )
    },
    [latest, known],
  )
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
