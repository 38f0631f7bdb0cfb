import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { PrerenderMark } from '@portico/shared/release/prerender.ts'
import { createBrowserRouter } from 'react-router'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { routeId, type SiteRoute } from '../routes/build-routes.tsx'
import type { LoadedPage } from '../routes/page-screen.tsx'
import { clientRenderedPage } from './client-rendered-page.tsx'

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
  const component = loader.page(remote, page.path).then((Page) => {
    const isOfHtml = loader.taken(remote).remote.release === remote.release
    return isOfHtml ? Page : clientRenderedPage(Page)
  })
  component.catch(() => {}) // Who draws the page hears of it, but may not have begun yet.
  const loaded: LoadedPage = { page: component, title: page.title, canHydrate: prerendered.canHydrate }
  return createBrowserRouter(routes, { hydrationData: { loaderData: { [routeId(remote, page)]: loaded } } })
}
