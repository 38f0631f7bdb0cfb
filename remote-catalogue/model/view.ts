import { useLocation, useSearchParams } from '@portico/shared/contract/router.ts'
import { useIsHydrating } from '@portico/shared/use-is-hydrating.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type FacetName,
  type FacetSelection,
  facetNames,
  facetValues,
  openParameter,
  textParameter,
} from './facet-values.ts'

/** The part of a page's state that is kept in the URL. */
export interface View {
  /** The search text. */
  readonly text: string
  readonly selection: FacetSelection
  /** Id of the entry that is open. */
  readonly openId: string | null
}

const valueSeparator = ','

/** Begins the URL parameters that hold the values of the open entry's request. */
export const requestValuePrefix = 'value.'

/** Parses the query of a URL; unknown facets and values are ignored. */
export function parseView(query: URLSearchParams): View {
  const choice = facetNames.flatMap((name) => {
    const requested = query.get(name)?.split(valueSeparator) ?? []
    const validValues = facetValues[name].filter((value) => requested.includes(value))
    return validValues.length > 0 ? [[name, new Set<string>(validValues)] as const] : []
  })
  return {
    text: query.get(textParameter) ?? '',
    selection: new Map(choice),
    openId: query.get(openParameter) || null,
  }
}

/** Writes the view into `query`; other parameters are kept, except the values of an entry that is open no longer. */
export function toSearchParams(view: View, query: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(query)
  if (view.openId !== query.get(openParameter)) {
    for (const name of query.keys()) if (name.startsWith(requestValuePrefix)) after.delete(name)
  }
  setParameter(after, textParameter, view.text)
  for (const name of facetNames)
    setParameter(after, name, [...(view.selection.get(name) ?? [])].join(valueSeparator))
  setParameter(after, openParameter, view.openId ?? '')
  return after
}

/** Adds a value to the selection, or removes it. */
export function toggleFacet(selection: FacetSelection, name: FacetName, value: string): FacetSelection {
  const values = new Set(selection.get(name))
  if (!values.delete(value)) values.add(value)
  const after = new Map(selection)
  if (values.size > 0) after.set(name, values)
  else after.delete(name)
  return after
}

/** The number of selected values. */
export function countSelected(selection: FacetSelection): number {
  return [...selection.values()].reduce((sum, values) => sum + values.size, 0)
}

/** Whether the view filters the list. */
export function isFiltered({ text, selection }: View): boolean {
  return text.trim() !== '' || selection.size > 0
}

function setParameter(query: URLSearchParams, name: string, value: string): void {
  if (value === '') query.delete(name)
  else query.set(name, value)
}

/** Pause in typing before the URL is updated; browsers allow only about 200 updates in 30 s. */
const typingPauseMs = 250

/** Changes a part of the view. `typing`: replaces the history entry, after a pause. */
export type ChangeView = (part: Partial<View>, how?: { readonly typing: boolean }) => void

/**
 * The view, as part of the URL, so that it can be shared and Back undoes it. The screen doesn't wait for the URL. A view
 * that arrives by navigation replaces the current one. The build knows no query, so hydration begins with an empty view.
 */
export function useView(): readonly [View, ChangeView] {
  const location = useLocation()
  const { pathname } = location
  const [query, setQuery] = useSearchParams()
  const urlQuery = query.toString()
  const isHydrating = useIsHydrating()
  const [view, setView] = useState(() => parseView(isHydrating ? new URLSearchParams() : query))
  const latest = useRef(view)
  const known = useRef<KnownQueries>({ newest: isHydrating ? '' : urlQuery, unrendered: none })
  const typed = useRef<TypedUpdate>(undefined)
  // The setter changes with every change of the URL.
  const setQueryRef = useRef(setQuery)
  setQueryRef.current = setQuery

  const applyView = useCallback((next: View) => {
    latest.current = next
    setView(next)
  }, [])

  const read = useCallback(
    (newest: string) => {
      const isNew = newest !== known.current.newest
      known.current = { newest, unrendered: none }
      if (!isNew) return
      takeTyped(typed)
      applyView(parseView(new URLSearchParams(newest)))
    },
    [applyView],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a location of the same query shows that all written before are rendered
  useLayoutEffect(() => {
    const { newest, unrendered } = known.current
    // A busy device renders it after a newer one has been written, which follows.
    if (urlQuery === newest || !unrendered.has(urlQuery)) read(urlQuery)
  }, [location, urlQuery, read])

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
  }, [pathname, read])

  const change = useCallback<ChangeView>(
    (part, { typing } = { typing: false }) => {
      applyView({ ...latest.current, ...part })
      takeTyped(typed)
      const write = () => {
        setQueryRef.current(
          (before) => {
            const after = toSearchParams(latest.current, before)
            const newest = after.toString()
            known.current = { newest, unrendered: new Set([...known.current.unrendered, newest]) }
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

/** The queries that the page has read from the URL or written to it. */
interface KnownQueries {
  readonly newest: string
  /** Written, but not rendered yet. */
  readonly unrendered: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

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
