import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { PrerenderMark } from '@portico/protocol/release/prerender.ts'
import type { ComponentType } from 'react'
import { toClientRenderedPage } from '../hydration/force-client-render.tsx'
import type { NavigationOptions } from '../navigation/create-navigation.ts'
import { LoadFailure } from '../remotes/load-failure.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { getRouteId } from './build-routes.tsx'
import type { PrerenderedFailure, PrerenderedPage } from './prerendered-page.ts'

/** The prerendered page while its code loads. */
interface LoadingPage extends PrerenderedPage {
  /**
   * For the navigation, the page is loaded. Its component is pending until a load succeeds: meanwhile the HTML stays,
   * and the visitor can read it. null: only its layout is prerendered, so the navigation loads it.
   */
  readonly route: NonNullable<NavigationOptions['prerendered']> | null
}

interface PrerenderedPageOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
  readonly prerendered: PrerenderMark | null
  /** The element with the prerendered HTML. */
  readonly container: ParentNode
}

/** Starts loading the code of the prerendered page, unless only its layout is prerendered. null: there is no such page. */
export function loadPrerenderedPage({
  remotes,
  loader,
  prerendered,
  container,
}: PrerenderedPageOptions): LoadingPage | null {
  const remote = remotes.find(({ name }) => name === prerendered?.remote)
  const page = remote?.release.pages.find(({ path }) => path === prerendered?.path)
  if (prerendered === null || remote === undefined || page === undefined) return null
  const { promise, resolve, reject } = Promise.withResolvers<ComponentType>()
  promise.catch(() => {}) // React reports it once it renders the page, which may be later.
  const listeners = new Set<() => void>()
  const { isLoading = false, canHydrate } = prerendered
  let html: readonly ChildNode[] | null = isLoading ? null : findHtml(container)
  /** Whether the navigation loads the code, or loads it again because it has thrown. */
  let isForNavigation: boolean = isLoading
  let failure: PrerenderedFailure | null = null
  const setFailure = (next: PrerenderedFailure | null) => {
    failure = next
    for (const listener of listeners) listener()
  }
  async function load(from: SelectedRemote, path: string): Promise<void> {
    try {
      const Page = await loader.loadPage(from, path)
      const isPrerenderedRelease = loader.getActive(from).remote.release === from.release
      resolve(isPrerenderedRelease ? Page : toClientRenderedPage(Page))
      isForNavigation = true
      setFailure(null)
    } catch (thrown) {
      if (thrown instanceof LoadFailure) setFailure(thrown)
      else reject(thrown)
    }
  }
  if (!isLoading) void load(remote, page.path)
  const loaded = { page: promise, title: page.title, canHydrate }
  return {
    remote,
    route: isLoading ? null : { id: getRouteId(remote, page), loaded },
    getHtml() {
      html ??= findPlainPage(container)
      return html
    },
    handleMount() {
      html = null
      setFailure(null)
    },
    getFailure: () => failure,
    setFailure,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: (revalidate) => (isForNavigation ? revalidate() : load(remote, page.path)),
  }
}

/** The nodes of the page, without the comments that mark it for React. */
function findHtml(container: ParentNode): ChildNode[] {
  const nodes = container.querySelector('main')?.childNodes ?? []
  return [...nodes].filter((node) => node.nodeType !== Node.COMMENT_NODE)
}

/** What has replaced the loading screen because the shell's script was slow (`shared/protocol/await-shell.ts`); null: nothing. */
function findPlainPage(container: ParentNode): ChildNode[] | null {
  const shown = container.querySelector('[data-plain-page] + *')
  return shown && [shown]
}
