import { matchRoutes } from 'react-router'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import type { ReportedLoad } from './get-reported-loads.ts'

const maxPaths = 1_000 // matching takes 0.1 ms, and most visitors are on the same pages

/**
 * Creates what finds the page that reports a load, from the header `Referer`: browsers send the page's address to its own origin, so the
 * page itself needn't. Returns the path pattern, which contains nothing about a person; empty: the release has no such page, or it is no
 * load.
 */
export function createPageFinder(discovery: Discovery) {
  const found = createBoundedCache<string>(maxPaths)
  return ({ remote, release, arm, signal }: ReportedLoad, referer = ''): string => {
    if (signal !== null) return ''
    const path = URL.parse(referer)?.pathname ?? ''
    const key = `${release} ${remote} ${path}`
    const known = found.get(key)
    if (known !== undefined) return known
    const { stable, canary } = discovery.read().remotes[remote] ?? {}
    const pages = (arm === 'stable' ? stable : canary?.release)?.pages ?? []
    const routes = pages.map((page) => ({ path: page.path }))
    const page = matchRoutes(routes, path)?.at(-1)?.route.path ?? ''
    found.set(key, page)
    return page
  }
}
