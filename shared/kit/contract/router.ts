import { type ComponentProps, createElement, type ReactNode, useCallback, useMemo, useRef } from 'react'
import {
  createPath,
  createSearchParams,
  type SetURLSearchParams,
  type To,
  type URLSearchParamsInit,
  useHref,
  useLocation,
  useNavigate,
  useResolvedPath,
} from 'react-router'
import { opensHere } from '../opens-here.ts'

// A facade: sharing react-router whole would stop its tree-shaking (192 kB minified instead of 23).
export { useLocation, useNavigate, useParams } from 'react-router'

/** A link to a page of this site. */
export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, with or without query; a query alone (`?tag=bot`) stays on the page. */
  readonly to: To
  /** Replaces this page in the history; so does a link to the current address. */
  readonly replace?: boolean
  /** Stored with the history entry. */
  readonly state?: unknown
  /** True: the page keeps its scroll position. */
  readonly preventScrollReset?: boolean
}

/**
 * An `<a>` that the router opens. The module of React Router's own also has its forms, fetchers and other routers: 4 kB, and a
 * dozen hooks per link.
 */
export function Link({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps): ReactNode {
  const navigate = useNavigate()
  const location = useLocation()
  const href = useHref(to)
  return createElement('a', {
    ...rest,
    href,
    onClick: (event) => {
      onClick?.(event)
      if (event.defaultPrevented || !opensHere(event, rest.target)) return
      event.preventDefault()
      const isHere = href === createPath(location)
      void navigate(to, {
        state,
        replace: replace ?? isHere,
        ...(preventScrollReset && { preventScrollReset }),
      })
    },
  })
}

/** A link that marks the visitor's location: its page, or a page below it unless `end` is set. */
export function NavLink({ end = false, ...props }: LinkProps & { readonly end?: boolean }): ReactNode {
  const { pathname } = useResolvedPath(props.to)
  const { pathname: here } = useLocation()
  const isHere = here === pathname || (!end && here.startsWith(`${pathname}/`))
  return createElement(Link, { 'aria-current': isHere ? 'page' : undefined, ...props })
}

/**
 * Returns the query of the location, and a function that navigates to another one. `defaults` fill in what is missing, until
 * that function is called. Unlike React Router's, whose module is 4 kB, it changes the query of the newest location, which React may
 * not have rendered yet: what a visitor chose a moment before stays.
 */
export function useSearchParams(defaults?: URLSearchParamsInit): [URLSearchParams, SetURLSearchParams] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const initial = useRef(defaults)
  const query = useMemo(() => fillIn(createSearchParams(search), initial.current), [search])
  const setQuery = useCallback<SetURLSearchParams>(
    (next, options) => {
      const newest = window.location.pathname === pathname ? window.location.search : search
      const before = fillIn(createSearchParams(newest), initial.current)
      const after = typeof next === 'function' ? next(before) : next
      initial.current = undefined
      void navigate(`?${createSearchParams(after)}`, options)
    },
    [navigate, pathname, search],
  )
  return [query, setQuery]
}

function fillIn(query: URLSearchParams, defaults: URLSearchParamsInit | undefined): URLSearchParams {
  const given = new Set(query.keys())
  for (const [name, value] of createSearchParams(defaults)) if (!given.has(name)) query.append(name, value)
  return query
}
