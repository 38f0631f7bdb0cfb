import type { RemotePage } from '../release/manifest.ts'
import type { RemoteRoute, RouteModule } from './contract.ts'

/**
 * Creates the routes of a manifest. `loadRoute` imports `pages/<route>/route.tsx` for a page's `route` in the manifest.
 * Throws if a page has none.
 */
export function createRoutes(
  { pages }: { readonly pages: readonly RemotePage[] },
  loadRoute: (route: string) => Promise<RouteModule>,
): RemoteRoute[] {
  return pages.map(({ path, route }) => {
    if (route === undefined)
      throw new Error(`manifest.ts: the page ${path} needs a route: the name of a folder in pages/.`)
    return { path, lazy: () => loadRoute(route) }
  })
}
