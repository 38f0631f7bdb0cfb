import type { DiscoveryRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { matchRoutes } from 'react-router'
import type { RemoteSelection } from '../../rollouts/selection/select-releases.ts'

export interface MatchedPage {
  readonly remote: RemoteSelection
  readonly page: DiscoveryRelease['pages'][number]
}

/** The page that serves `path`, by the router's own matcher, which the browser uses as well; null: none does. */
export function matchPage(remotes: readonly RemoteSelection[], path: string): MatchedPage | null {
  const routes = remotes.flatMap((remote) =>
    remote.release.pages.map((page) => ({ path: page.path, handle: { remote, page } })),
  )
  return matchRoutes(routes, path)?.at(-1)?.route.handle ?? null
}

/** The parameters of `path` at a page; null: it is not an address of the page. */
export function getParameters(pattern: string, path: string): Record<string, string> | null {
  const params = matchRoutes([{ path: pattern }], path)?.[0]?.params
  if (params === undefined) return null
  return Object.fromEntries(Object.entries(params).map(([name, value = '']) => [name, value]))
}

/** Whether the router treats both as the same path. */
export function isSamePath(path: string, other: string): boolean {
  return matchRoutes([{ path: decode(path) }], other) !== null
}

/** Whether `path` and `other` have the same values for the parameters of the path `pattern`. Their case matters. */
export function hasSameParameters(pattern: string, path: string, other: string): boolean {
  const [first, second] = [decode(path), other].map(
    (path) => matchRoutes([{ path: pattern }], path)?.[0]?.params,
  )
  return first !== undefined && JSON.stringify(first) === JSON.stringify(second)
}

// The router decodes the paths that it matches, but not the patterns.
function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // malformed: the router takes it literally
  }
}
