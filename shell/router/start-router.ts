import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { PrerenderMark } from '@portico/shared/release/prerender.ts'
import { createBrowserRouter } from 'react-router'
import { toClientRenderedPage } from '../prerender/client-rendered-page.tsx'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { getRouteId, type SiteRoute } from './build-routes.tsx'
import type { LoadedPage } from './page-screen.tsx'

/** What the router starts with. */
interface RouterParts {
  readonly routes: SiteRoute[]
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
  /** The page whose HTML is there already. */
  readonly prerendered: PrerenderMark | null
}

/**
 * Starts the router at the browser's address. A page that was prerendered counts as loaded: it stays on the screen
 * while its code, which is asked for here, is on its way.
 */
export function startRouter({ routes, remotes, loader, prerendered }: RouterParts) {
  const remote = remotes.find(({ name }) => name === prerendered?.remote)
  const page = remote?.release.pages.find(({ path }) => path === prerendered?.path)
  if (prerendered === null || remote === undefined || page === undefined) return createBrowserRouter(routes)
  const component = loader.loadPage(remote, page.path).then((Page) => {
    const isOfHtml = loader.getActive(remote).remote.release === remote.release
    return isOfHtml ? Page : toClientRenderedPage(Page)
  })
  component.catch(() => {}) // Who draws the page hears of it, but may not have begun yet.
  const loaded: LoadedPage = { page: component, title: page.title, canHydrate: prerendered.canHydrate }
  return createBrowserRouter(routes, {
    hydrationData: { loaderData: { [getRouteId(remote, page)]: loaded } },
  })
}
