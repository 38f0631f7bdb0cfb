import { createBrowserRouter } from 'react-router'
import type { SiteRoute } from './build-routes.tsx'
import type { PrerenderedPage } from './prerendered-page.ts'

/**
 * Starts the router at the current address. A prerendered page counts as loaded: it stays on the screen while its code
 * loads.
 */
export function startRouter(routes: SiteRoute[], prerenderedPage: PrerenderedPage | null) {
  if (prerenderedPage === null) return createBrowserRouter(routes)
  const { routeId, loaded } = prerenderedPage
  return createBrowserRouter(routes, { hydrationData: { loaderData: { [routeId]: loaded } } })
}
