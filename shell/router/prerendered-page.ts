import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { PrerenderMark } from '@portico/shared/release/prerender.ts'
import type { ComponentType } from 'react'
import { toClientRenderedPage } from '../prerender/force-client-render.tsx'
import { LoadFailure } from '../remotes/load-failure.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { getRouteId } from './build-routes.tsx'
import type { LoadedPage } from './page-screen.tsx'

/** The page whose HTML is already in the document, and whose code is loading or has failed to load. */
export interface PrerenderedPage {
  readonly remote: SelectedRemote
  /**
   * Makes the router count the page as loaded. Its component is pending until a load succeeds: meanwhile the HTML stays,
   * and the visitor can read it.
   */
  readonly hydrationData: { readonly loaderData: Record<string, LoadedPage> }
  /** Why the last load failed; null: it has not. */
  getFailure(): LoadFailure | null
  subscribe(listener: () => void): () => void
  /** Loads the code again. Resolves with whether that succeeded. */
  retry(): Promise<boolean>
}

interface PrerenderedPageOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
  readonly prerendered: PrerenderMark | null
}

/** Starts loading the code of the prerendered page. null: there is no such page. */
export function loadPrerenderedPage({
  remotes,
  loader,
  prerendered,
}: PrerenderedPageOptions): PrerenderedPage | null {
  const remote = remotes.find(({ name }) => name === prerendered?.remote)
  const page = remote?.release.pages.find(({ path }) => path === prerendered?.path)
  if (prerendered === null || remote === undefined || page === undefined) return null
  const { promise, resolve, reject } = Promise.withResolvers<ComponentType>()
  promise.catch(() => {}) // React reports it once it renders the page, which may be later.
  const listeners = new Set<() => void>()
  let failure: LoadFailure | null = null
  const setFailure = (next: LoadFailure | null) => {
    failure = next
    for (const listener of listeners) listener()
  }
  async function load(from: SelectedRemote, path: string): Promise<boolean> {
    try {
      const Page = await loader.loadPage(from, path)
      const isPrerenderedRelease = loader.getActive(from).remote.release === from.release
      resolve(isPrerenderedRelease ? Page : toClientRenderedPage(Page))
      setFailure(null)
      return true
    } catch (thrown) {
      if (thrown instanceof LoadFailure) setFailure(thrown)
      else reject(thrown)
      return false
    }
  }
  void load(remote, page.path)
  const loaded = { page: promise, title: page.title, canHydrate: prerendered.canHydrate }
  return {
    remote,
    hydrationData: { loaderData: { [getRouteId(remote, page)]: loaded } },
    getFailure: () => failure,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: () => load(remote, page.path),
  }
}
