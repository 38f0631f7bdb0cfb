import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import { type Location, matchRoutes, type Params } from 'react-router'
import type { SiteRoute } from './route.ts'

/** Finds the route of a location, and the values of its path's parameters. Throws if there is none. */
export type MatchRoute = (location: Location) => { readonly route: SiteRoute; readonly params: Params }

/** Creates the function that finds routes. */
export function createRouteMatcher(routes: readonly SiteRoute[]): MatchRoute {
  const candidates = [...routes]
  // Matching compiles a pattern for every page, which is a long task on a large site, and most paths have no parameter.
  const withoutParameter = routes.filter(({ path }) => !hasParameters(path))
  const byPath = new Map(withoutParameter.toReversed().map((route) => [route.path, route]))
  return (location) => {
    const known = byPath.get(location.pathname)
    if (known !== undefined) return { route: known, params: {} }
    const found = matchRoutes(candidates, location)?.at(-1)
    if (found === undefined) throw new Error(`No route matches ${location.pathname}.`)
    return found
  }
}
