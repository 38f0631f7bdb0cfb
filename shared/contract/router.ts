import { type ComponentProps, createElement, type ReactNode } from 'react'
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router'

// A facade: sharing react-router whole would stop its tree-shaking (192 KB instead of 90 KB minified).
export { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'

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
 * An `<a>` that the router opens. Leaves out what React Router's own does for its framework: 2 KB, and a dozen hooks
 * per link.
 */
export function Link({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps): ReactNode {
  const open = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(rest.target && { target: rest.target }),
    ...(replace !== undefined && { replace }),
    ...(preventScrollReset && { preventScrollReset }),
  })
  return createElement('a', {
    ...rest,
    href: useHref(to),
    onClick: (event) => {
      onClick?.(event)
      if (!event.defaultPrevented) open(event)
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
