import type { RemoteRoute, RouteModule } from './contract.ts'
import type { RemoteManifest } from './manifest.ts'

/**
 * Creates the routes of a manifest. `loadRoute` imports `pages/<route>/route.tsx` for a page's `route` in the manifest;
 * TypeScript doesn't know the type of such an import, so it is checked when the page loads. Throws if a page has no
 * `route`.
 */
export function createRoutes(
  { name, team, pages }: Pick<RemoteManifest, 'name' | 'team' | 'pages'>,
  loadRoute: (route: string) => Promise<unknown>,
): RemoteRoute[] {
  return pages.map(({ path, route }) => {
    if (route === undefined)
      throw new Error(`manifest.ts: the page ${path} needs a route: the name of a folder in pages/.`)
    return {
      path,
      async lazy() {
        const module = await loadRoute(route)
        if (isRouteModule(module)) return module
        throw new Error(
          `remote-${name}/pages/${route}/route.tsx must export a component named Component. Owner: ${team}.`,
        )
      },
    }
  })
}

function isRouteModule(module: unknown): module is RouteModule {
  if (typeof module !== 'object' || module === null || !('Component' in module)) return false
  const { Component } = module
  // What `memo` returns is an object.
  return typeof Component === 'function' || (typeof Component === 'object' && Component !== null)
}
