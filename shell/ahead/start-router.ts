import type { AheadMark } from '@portico/shared/release/ahead.ts'
import type { ChosenRemote } from '@portico/shared/release/document.ts'
import { createBrowserRouter } from 'react-router'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { routeId, type SiteRoute } from '../routes/build-routes.tsx'
import type { LoadedPage } from '../routes/page-screen.tsx'
import { anewPage } from './anew-page.tsx'

/** What the router starts with. */
interface RouterParts {
  readonly routes: SiteRoute[]
  readonly remotes: readonly ChosenRemote[]
  readonly loader: RemoteLoader
  /** The page whose HTML is there already. */
  readonly ahead: AheadMark | null
}

/**
 * Starts the router at the browser's address. A page that was rendered ahead counts as loaded: it stays on the screen
 * while its code, which is asked for here, is on its way.
 */
export function startRouter({ routes, remotes, loader, ahead }: RouterParts) {
  const remote = remotes.find(({ name }) => name === ahead?.remote)
  const page = remote?.release.pages.find(({ path }) => path === ahead?.path)
  if (ahead === null || remote === undefined || page === undefined) return createBrowserRouter(routes)
  const component = loader.page(remote, page.path).then((Page) => {
    const isOfHtml = loader.taken(remote).remote.release === remote.release
    return isOfHtml ? Page : anewPage(Page)
  })
  component.catch(() => {}) // Who draws the page hears of it, but may not have begun yet.
  const loaded: LoadedPage = { page: component, title: page.title, canHydrate: ahead.canHydrate }
  return createBrowserRouter(routes, { hydrationData: { loaderData: { [routeId(remote, page)]: loaded } } })
}
