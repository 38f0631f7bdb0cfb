import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { PrerenderMark } from '@portico/shared/release/prerender.ts'
import { createBrowserRouter } from 'react-router'
import { toClientRenderedPage } from '../prerender/client-rendered-page.tsx'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { getRouteId, type SiteRoute } from './build-routes.tsx'
import type { LoadedPage } from './page-screen.tsx'

/** What the router is created from. */
interface RouterOptions {
  readonly routes: SiteRoute[]
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
  /** The page whose HTML is already in the document. */
  readonly prerendered: PrerenderMark | null
}

/**
 * Starts the router at the current address. A prerendered page counts as loaded: it stays on the screen while its code,
 * which is requested here, loads.
 */
export function startRouter({ routes, remotes, loader, prerendered }: RouterOptions) {
  const remote = remotes.find(({ name }) => name === prerendered?.remote)
  const page = remote?.release.pages.find(({ path }) => path === prerendered?.path)
  if (prerendered === null || remote === undefined || page === undefined) return createBrowserRouter(routes)
  const component = loader.loadPage(remote, page.path).then((Page) => {
    const isPrerenderedRelease = loader.getActive(remote).remote.release === remote.release
    return isPrerenderedRelease ? Page : toClientRenderedPage(Page)
  })
  component.catch(() => {}) // React reports it once it renders the page, which may be later.
  const loaded: LoadedPage = { page: component, title: page.title, canHydrate: prerendered.canHydrate }
  return createBrowserRouter(routes, {
    hydrationData: { loaderData: { [getRouteId(remote, page)]: loaded } },
  })
}
